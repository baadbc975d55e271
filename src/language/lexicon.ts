import { createRequire } from 'node:module';
import { clippings } from './clippings.ts';

// `terms` is synchronous, so the tables are loaded with `require`, and only when first used: a process that never stems should not pay for them.
const load = createRequire(import.meta.url);

/** ISO 639-1 → the names the two packages use. A language without an entry is neither stemmed nor stripped of stopwords. */
const languages = new Map<string, { stopwords: string; stemmer?: string }>(
  Object.entries({
    ar: { stopwords: 'ara', stemmer: 'arabic' },
    bg: { stopwords: 'bul' },
    ca: { stopwords: 'cat', stemmer: 'catalan' },
    cs: { stopwords: 'ces', stemmer: 'czech' },
    da: { stopwords: 'dan', stemmer: 'danish' },
    de: { stopwords: 'deu', stemmer: 'german' },
    el: { stopwords: 'ell' },
    en: { stopwords: 'eng', stemmer: 'english' },
    es: { stopwords: 'spa', stemmer: 'spanish' },
    et: { stopwords: 'est' },
    eu: { stopwords: 'eus', stemmer: 'basque' },
    fa: { stopwords: 'fas' },
    fi: { stopwords: 'fin', stemmer: 'finnish' },
    fr: { stopwords: 'fra', stemmer: 'french' },
    ga: { stopwords: 'gle', stemmer: 'irish' },
    he: { stopwords: 'heb' },
    hi: { stopwords: 'hin' },
    hr: { stopwords: 'hrv' },
    hu: { stopwords: 'hun', stemmer: 'hungarian' },
    hy: { stopwords: 'hye', stemmer: 'armenian' },
    id: { stopwords: 'ind' },
    it: { stopwords: 'ita', stemmer: 'italian' },
    ja: { stopwords: 'jpn' },
    ko: { stopwords: 'kor' },
    lt: { stopwords: 'lit' },
    lv: { stopwords: 'lav' },
    nl: { stopwords: 'nld', stemmer: 'dutch' },
    no: { stopwords: 'nob', stemmer: 'norwegian' },
    pl: { stopwords: 'pol' },
    pt: { stopwords: 'por', stemmer: 'portuguese' },
    ro: { stopwords: 'ron', stemmer: 'romanian' },
    ru: { stopwords: 'rus', stemmer: 'russian' },
    sk: { stopwords: 'slk' },
    sl: { stopwords: 'slv', stemmer: 'slovene' },
    sv: { stopwords: 'swe', stemmer: 'swedish' },
    ta: { stopwords: 'tam', stemmer: 'tamil' },
    th: { stopwords: 'tha' },
    tr: { stopwords: 'tur', stemmer: 'turkish' },
    uk: { stopwords: 'ukr' },
    vi: { stopwords: 'vie' },
    zh: { stopwords: 'zho' },
  }),
);

// The package's lists are short; these words say just as little.
const more = new Map(
  Object.entries({
    en:
      'again against along although among amongst anyone anything around became become becomes behind below beside besides beyond cannot ' +
      'does doing done down during either else ever every everything few further gets having hence herself however i.e e.g etc instead ' +
      'its itself just less let may maybe mine more myself neither no nobody none nor not nothing off often once ones onto ought ours ' +
      'ourselves per perhaps quite rather shall she somebody someone something than themselves thus till toward towards unless until upon ' +
      'us via what whatever whenever whereas wherever whether whichever whoever whom whose why will within without yet yours yourself ' +
      "above when will don't doesn't isn't aren't can't won't it's that's",
    es:
      'al algún alguna algunas algunos ambas ambos ante antes aquel aquella aquellas aquellos aquí así aun aún aunque bajo bien cada casi cierta ' +
      'ciertas cierto ciertos cualquier cuyo cuya debe deben debería dentro después dicha dicho ellas ellos entonces entre era eran es esa ' +
      'esas eso esos esta estaba estar estas este esto estos está están fue fueron fuera gracias ha haber hace hacer hacia han hay incluso la las ' +
      'les lugar luego mayor mediante menos mientras mis misma mismas mismo mismos mucha muchas mucho muchos nada ninguna ninguno ningún otra otras ' +
      'otros para pero podría pueda puede pueden pues según ser será serán si sido siempre siendo sino sobre solo son sólo sean sea suya suyo tal ' +
      'tales tan tanta tanto tenga tiene tienen toda todas todavía todo todos tras tus unas unos usted ustedes va van vez veces vía éste ésta éstos',
    fr:
      'afin alors après aucun aucune auquel aussi autant autre autres avant beaucoup car ceci cela celle celles celui ceux chaque chez combien comme ' +
      'comment depuis doit doivent donc dont déjà encore entre fait faut hors ici jusque jusqu laquelle lequel lesquelles lesquels lors lorsque ' +
      'moins même oui parce pendant peu peut peuvent plus plusieurs pourquoi puis quand quelque quelques quoi sans sauf selon seule seulement seul ' +
      'si sinon sous tandis tant tel telle telles tels toujours tous tout toute toutes trop très vers voici voilà',
    it: 'ancora anche altra altre altri altro deve devono dopo essere fare già mentre molto nessun nessuna ogni oppure però poi possono prima può qualche quando quindi sempre solo tra tutta tutte viene vengono verso',
    pt: 'ainda além algum alguma algumas alguns antes após assim cada deve devem dessa desse desta deste enquanto então era eram foi foram há nessa nesse nesta neste onde outra outras outro outros pode podem pois porque quais qualquer sempre ser será seria sido sobre são tal também tem têm toda todas todo todos tudo vez vezes você é',
  }),
);

const stopwordSets = new Map<string, ReadonlySet<string>>();
const stemCaches = new Map<string, Map<string, string>>();

/** A stem cache is emptied at this size, so that hostile text cannot grow it without bound. */
const maxCachedStems = 50_000;

/** Lower-case stopwords of an ISO 639-1 language; empty if none are known. */
export function stopwordsOf(language: string): ReadonlySet<string> {
  let known = stopwordSets.get(language);
  if (!known) {
    const name = languages.get(language)?.stopwords;
    const list = name ? ((load('stopword') as Record<string, readonly string[] | undefined>)[name] ?? []) : [];
    known = new Set([...list, ...(more.get(language)?.split(' ') ?? [])]);
    if (languages.has(language)) stopwordSets.set(language, known);
  }
  return known;
}

/** The Snowball stem of a lower-case word, the same for a word cut short (`clippings`); in Korean, the word without particles; in languages without a stemmer, the word itself. */
export function stemOf(word: string, language: string): string {
  if (language === 'ko') return withoutParticles(word);
  const algorithm = languages.get(language)?.stemmer;
  if (!algorithm) return word;
  let cache = stemCaches.get(language);
  if (!cache || cache.size > maxCachedStems) stemCaches.set(language, (cache = new Map()));
  let stem = cache.get(word);
  if (stem === undefined) {
    stem = stemmerOf(algorithm).stem(word);
    cache.set(word, (stem = wholeStemsOf(language, algorithm).get(stem) ?? stem));
  }
  return stem;
}

const wholeStems = new Map<string, ReadonlyMap<string, string>>();

/** By the stem of a word cut short, that of the whole word: so all forms that had one stem still have one. */
function wholeStemsOf(language: string, algorithm: string): ReadonlyMap<string, string> {
  let known = wholeStems.get(language);
  if (!known) {
    const stem = (word: string) => stemmerOf(algorithm).stem(word);
    const pairs = Object.entries(clippings[language] ?? {});
    known = new Map(pairs.flatMap(([whole, cut]) => cut.split(' ').map((word) => [stem(word), stem(whole)] as const)));
    wholeStems.set(language, known);
  }
  return known;
}

/** Korean attaches particles, "to do" and "to be" to the noun: 김치는, 김치를 and 김치에는 are forms of 김치. */
const particles =
  /(?<=..)(?:에서|에게|한테|께서|으로|부터|까지|보다|처럼|만큼|마다|조차|이나|이란|이라는|입니다|이다|이며|하기|하는|하다|한다|합니다|하고|하여|하면|했다|했습니다|은|는|이|가|을|를|의|에|와|과|도|로|만)$/u;

/** Strips whatever looks like a particle, down to two characters. A noun that ends like one loses that ending in all its forms, so they still match. */
function withoutParticles(word: string): string {
  let stem = word;
  for (let rest = stem.replace(particles, ''); rest !== stem; rest = stem.replace(particles, '')) stem = rest;
  return stem;
}

const stemmers = new Map<string, { stem(word: string): string }>();

function stemmerOf(algorithm: string): { stem(word: string): string } {
  let stemmer = stemmers.get(algorithm);
  if (!stemmer) {
    stemmer = (load('snowball-stemmers') as typeof import('snowball-stemmers')).newStemmer(algorithm);
    stemmers.set(algorithm, stemmer);
  }
  return stemmer;
}
