import { openBare } from '../db/bare.ts';
import { generator } from './random.ts';

/** What a bench of searches is made in and asks for: prose whose words are as unequally common as those of a language (Zipf–Mandelbrot), about several topics. */
const generalWords = 40_000;
const topicWords = 1500;
const topics = 12;
const names = 30_000;
const passagesPerDocument = 10;
const functionWords = {
  en: 'the of and to in is for that on with as it was by this are from be at or an which have not were can has their'.split(' '),
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass'.split(' '),
  es: 'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si'.split(' '),
};
const endings = { en: ['', '', '', 's', 'ing', 'ed'], de: ['', '', '', 'en', 'ung', 'ungen'], es: ['', '', 'o', 'os', 'ción', 'ciones'] };
type Language = keyof typeof functionWords;

/** Fills a project by SQL, at some 10,000 passages a second. The same number always gives the same text. */
export function fillProject(home: string, projectId: string, from: number, to: number): void {
  const sqlite = openBare(home);
  const document = sqlite.prepare(
    `insert into documents (id, project_id, kind, title, language, word_count, chunks, tags, text, fingerprint, created_at, refreshed_at)
     values (?, ?, 'text', ?, ?, ?, ?, ?, ?, ?, 1, 1)`,
  );
  const passage = sqlite.prepare(
    'insert into passages (document_id, position, title, heading, text, word_count) values (?, ?, ?, ?, ?, ?)',
  );
  const tag = sqlite.prepare('insert into document_tags (project_id, tag, document_id) values (?, ?, ?)');
  const waits = sqlite.prepare('insert into passages_to_index (passage) values (?)');
  sqlite.transaction(() => {
    for (let index = from / passagesPerDocument; index < to / passagesPerDocument; index++) {
      const { title, language, passages, tags } = documentOf(index);
      const id = `doc_${String(index).padStart(32, '0')}`;
      document.run(id, projectId, title, language, 1, passages.length, JSON.stringify(tags), passages.join('\n\n'), id);
      for (const one of tags) tag.run(projectId, one, id);
      for (const [position, text] of passages.entries())
        waits.run(passage.run(id, position, title, title, text, text.split(' ').length).lastInsertRowid);
    }
  })();
  sqlite.close();
}

function documentOf(index: number) {
  const next = generator(index + 1);
  const language: Language = index % 12 === 5 ? 'de' : index % 12 === 9 ? 'es' : 'en';
  const topic = Math.floor(next() * topics);
  const word = () =>
    next() < 0.35
      ? topicWord(topic, zipf(next(), topicWords), language, next())
      : generalWord(zipf(next(), generalWords), language, next());
  const title = [word(), word(), nameOf(Math.floor(next() * names))].join(' ');
  const passages = Array.from({ length: passagesPerDocument }, () => {
    const words = Array.from({ length: 80 + Math.floor(next() * 80) }, () => {
      const kind = next();
      if (kind < 0.42) return functionWords[language][zipf(next(), functionWords[language].length)]!;
      return kind < 0.43 ? nameOf(Math.floor(next() * names)) : word();
    });
    return `${words.join(' ')}.`;
  });
  return { title, language, passages, tags: index % 50 === 0 ? ['rare', 'all'] : ['all'] };
}

export type Kind =
  | 'rare word'
  | 'three mixed'
  | 'only common'
  | 'one common'
  | 'question of 20'
  | 'name'
  | 'typo'
  | 'german'
  | 'spanish'
  | 'rare tag'
  | 'common tag';

/** Queries of every kind in turns. */
export function queries(count: number): { kind: Kind; q: string; tag?: string }[] {
  const next = generator(77);
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low));
  const topic = () => topicWord(between(0, topics), zipf(next(), topicWords), 'en', next());
  const general = (low: number, high: number, language: Language = 'en') => generalWord(between(low, high), language, next());
  const filler = () => functionWords.en[between(0, functionWords.en.length)]!;
  const kinds: [Kind, () => string, string?][] = [
    ['rare word', () => general(3000, generalWords)],
    ['three mixed', () => [general(0, 30), topic(), general(500, 20_000)].join(' ')],
    ['only common', () => [general(0, 12), general(0, 12), general(0, 30)].join(' ')],
    ['one common', () => general(0, 12)],
    [
      'question of 20',
      () =>
        Array.from(
          { length: 10 },
          () => `${filler()} ${next() < 0.5 ? topic() : generalWord(zipf(next(), generalWords), 'en', next())}`,
        ).join(' '),
    ],
    ['name', () => nameOf(between(0, names))],
    ['typo', () => `${general(100, 5000).slice(0, -2)}xq ${general(500, 5000)}`],
    ['german', () => [functionWords.de[between(0, 20)], general(20, 2000, 'de'), general(0, 200, 'de')].join(' ')],
    ['spanish', () => [general(20, 2000, 'es'), functionWords.es[between(0, 20)], general(0, 200, 'es')].join(' ')],
    ['rare tag', () => [general(0, 30), topic()].join(' '), 'rare'],
    ['common tag', () => [general(0, 30), topic(), general(100, 5000)].join(' '), 'all'],
  ];
  return Array.from({ length: count }, (_, index) => {
    const [kind, make, tag] = kinds[index % kinds.length]!;
    return { kind, q: make(), ...(tag && { tag }) };
  });
}

const onsets = 'b d f g k l m n p r s t v br dr gr kl pl st tr sp fl'.split(' ');
const vowels = 'a e i o u au ei'.split(' ');

function syllables(number: number): string {
  let word = '';
  for (let rest = number; ; rest = Math.floor(rest / (onsets.length * vowels.length)) - 1) {
    const at = rest % (onsets.length * vowels.length);
    word += onsets[at % onsets.length]! + vowels[Math.floor(at / onsets.length)]!;
    if (rest < onsets.length * vowels.length) return word;
  }
}

function generalWord(rank: number, language: Language, chance: number): string {
  return `${syllables(rank + 200)}${language === 'en' ? 'm' : language === 'de' ? 'tz' : 'r'}${endingOf(language, chance)}`;
}

function topicWord(topic: number, rank: number, language: Language, chance: number): string {
  return `${syllables(rank * topics + topic + 30_000)}ck${endingOf(language, chance)}`;
}

function nameOf(number: number): string {
  const name = syllables(number + 4000);
  return `${name[0]!.toUpperCase()}${name.slice(1)}x`;
}

function endingOf(language: Language, chance: number): string {
  return endings[language][Math.floor(chance * endings[language].length)]!;
}

const sums = new Map<number, Float64Array>();

/** A rank below `size`, the r-th with a share of about 1 / (r + 2.7). */
function zipf(chance: number, size: number): number {
  let sum = sums.get(size);
  if (!sum) {
    sum = new Float64Array(size);
    for (let rank = 0, total = 0; rank < size; rank++) sum[rank] = total += 1 / (rank + 2.7);
    sums.set(size, sum);
  }
  const wanted = chance * sum.at(-1)!;
  let low = 0;
  for (let high = size - 1; low < high;) {
    const middle = (low + high) >> 1;
    if (sum[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
