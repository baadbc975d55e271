/** Words whose full stop does not end a sentence; in lower case, without that stop. */
interface Abbreviations {
  never: ReadonlySet<string>;
  /** These may end a sentence: it goes on only if what follows does not look like a new one. */
  perhaps: ReadonlySet<string>;
}

const months = 'jan feb mar apr jun jul aug sep sept oct nov dec';
const everywhere = 'dr prof st mr mrs ms vs cf fig figs eq vol nr pp ca';

// Each language has its own list: Spanish "mar" means sea, French "col" means pass, and neither is an abbreviation there.
const lists: Record<string, { never: string; perhaps: string }> = {
  en: {
    never:
      `${months} rev hon gov gen col lt sgt capt cmdr adm maj sen rep pres nos vols ed eds approx viz dept univ mt ft op cit ch sec ` +
      'e.g i.e eg ie z.b d.h u.a bzw ggf vgl bd hrsg mme mlle sra srta ud uds',
    perhaps: 'etc inc ltd co corp bros jr sr al est no usw',
  },
  de: {
    never:
      'z.b d.h u.a bzw ggf vgl bd hrsg abb tab abs anm aufl evtl inkl exkl geb gest kap lt mind sog tel u.u v.a z.t zzgl allg bes bspw dt engl ehem einschl entspr gem ' +
      'i.d.r i.a jan feb mär apr jun jul aug sep sept okt nov dez dipl ing mag phil med jur rer nat hl hr fr str s.o s.u o.g',
    perhaps: 'usw etc co jh jhd v.chr n.chr o.ä u.ä mio mrd min max ff',
  },
  fr: {
    never: 'p.ex ex env mm mme mmes mlle mlles ste bd boul chap éd hab ill réf tél janv févr avr juil déc art',
    perhaps: 'etc s.a s.a.r.l',
  },
  es: {
    never: 'sr sra srta sres dra dres profa ud uds vd vds p.ej ej pág págs cap núm tel aprox avda ing lic gral izq dcha máx mín ee art',
    perhaps: 'etc s.a uu',
  },
  pt: {
    never: 'sr sra srs sras dra dras drs profa exmo exma p.ex ex pág págs cap núm tel aprox máx mín art av gov',
    perhaps: 'etc ltda cia',
  },
  it: {
    never: 'sig sigg sig.ra sig.na dott dott.ssa prof.ssa ing avv geom arch rag pag pagg cap tel ad.es es cfr art',
    perhaps: 'ecc s.p.a s.r.l a.c d.c',
  },
  nl: {
    never: 'dhr mevr mw bijv bv d.w.z o.a blz resp m.n t.o.v incl excl evt afb vgl ing ir drs nl m.a.w',
    perhaps: 'enz etc jl e.d',
  },
};

const universal = abbreviationsIn({ never: '', perhaps: 'etc' });
const byLanguage = new Map(Object.entries(lists).map(([language, list]) => [language, abbreviationsIn(list)]));

function abbreviationsIn({ never, perhaps }: { never: string; perhaps: string }): Abbreviations {
  return { never: new Set(`${everywhere} ${never}`.split(' ')), perhaps: new Set(perhaps.split(' ')) };
}

/** The abbreviations of an ISO 639-1 language; only the universal ones if it has no list. */
export function abbreviationsOf(language: string): Abbreviations {
  return byLanguage.get(language) ?? universal;
}

// German ordinals end in a full stop: "am 3. Mai", "der 2. Versuch".
const afterArticle = /(?:am|vom|zum|beim|im|der|die|das|dem|den|des|eine[mnrs]?|jede[mnrs]?|seine[mnrs]?|ihre[mnrs]?|bis zum) \d{1,3}\.$/iu;
const germanCounted =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhunderts?|Jahrtausends?|Auflage|Klasse|Stock|Etage|Kapitel|Lebensjahr|Platz|Band|Tag|Woche|Monat|Mal)(?!\p{L})/u;

/** Whether the full stop at the end of `before` marks an ordinal number. */
export function isOrdinal(before: string, after: string, language: string): boolean {
  return language === 'de' && /(?:^|\s)\d{1,3}\.$/.test(before) && (germanCounted.test(after) || afterArticle.test(before));
}
