import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keyphrases, yake } from '../../src/language/keyphrases.ts';
import { stemOf, stopwordsOf } from '../../src/language/lexicon.ts';
import { sentences } from '../../src/language/sentences.ts';
import { words } from '../../src/language/tokens.ts';
import { dataFolder } from './compose-articles.ts';
import { round } from './figures.ts';
import { filesOfZip } from './zip.ts';

export interface KeyphrasesOptions {
  /** Texts with their keyphrases. Default: those of the archive or folder that `--data` names. */
  texts?: readonly (readonly [text: string, keys: string])[];
}

const language = 'en';
const top = 10;
const maxLength = 3;
const aim = 0.316;

export const tiny: KeyphrasesOptions = {
  texts: [
    ['Turning a compost heap\nA compost heap needs air. Turning the compost heap lets fresh air into the pile.', 'compost heap\nfresh air'],
    [
      'Paper filters\nA paper filter holds back coffee oils. Rinse every paper filter, and grind the coffee beans.',
      'paper filter\ncoffee oils',
    ],
    ['Write-ahead log\nThe write-ahead log grows until a checkpoint. A rollback journal is smaller.', 'write-ahead log\nrollback journal'],
  ],
};

/**
 * F1 of the first ten phrases against people's, beside plain counts, the first phrases and TF–IDF over the collection: `--data` names a ZIP archive or
 * a folder with `docsutf8/*.txt` and `keys/*.key` (github.com/LIAAD/KeywordExtractor-Datasets). Phrases match as in the tool by which YAKE's authors
 * compared methods (keep): lower case, punctuation as spaces, Porter stems, then exactly; F1 of mean precision and mean recall over all keys, also
 * those that the text does not hold. `exact` is the same without stems.
 */
export async function run(options: KeyphrasesOptions = {}, argv: readonly string[] = []): Promise<object> {
  const path = dataFolder(argv, process.env);
  const texts = options.texts ?? (path === null ? null : readTexts(path));
  if (texts === null) return { skipped: 'Name texts with keyphrases: npm run bench -- keyphrases --data <folder or .zip>.' };
  if (texts.length === 0) throw new Error(`No docsutf8/*.txt with keys/*.key was found in ${path}.`);
  const began = performance.now();
  const found = figuresOf(texts, (all) => all.map((one) => keyphrases(one, language).map(({ phrase }) => phrase)));
  const perSecond = texts.length / ((performance.now() - began) / 1000);
  const baselines = {
    yake: figuresOf(texts, (all) => all.map((one) => yake(one, language).map(({ phrase }) => phrase))),
    mostFrequent: figuresOf(texts, (all) => all.map((one) => byWeight(countsOf(one), (count) => count))),
    first: figuresOf(texts, (all) => all.map((one) => [...countsOf(one).keys()])),
    tfIdf: figuresOf(texts, byTfIdf),
  };
  const best = Math.max(...Object.values(baselines).map(({ f1 }) => f1));
  return {
    texts: texts.length,
    f1: { value: found.f1, aim, met: found.f1 >= aim },
    exact: found.exact,
    beatsBaselines: found.f1 > best,
    baselines,
    textsPerSecond: Math.round(perSecond),
  };
}

type Extract = (texts: readonly string[][]) => string[][];

function figuresOf(texts: readonly (readonly [string, string])[], extract: Extract): { f1: number; exact: number } {
  const found = extract(texts.map(([text]) => sentencesOf(text)));
  const f1 = (stems: boolean) => {
    let [precision, recall] = [0, 0];
    for (const [index, [, keys]] of texts.entries()) {
      const wanted = new Set(keys.split('\n').map((key) => normalised(key, stems)));
      wanted.delete('');
      const given = [...new Set(found[index]!.map((phrase) => normalised(phrase, stems)))].slice(0, top);
      const right = given.filter((phrase) => wanted.has(phrase)).length;
      precision += right / top / texts.length;
      recall += right / Math.max(1, wanted.size) / texts.length;
    }
    return precision + recall === 0 ? 0 : round((2 * precision * recall) / (precision + recall), 3);
  };
  return { f1: f1(true), exact: f1(false) };
}

/** Paragraphs begin at lines with a capital, as in YAKE's own reading. */
function sentencesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => (/^\s*[A-Z]/.test(line) ? '\n\n' : ' ') + line.trim());
  return sentences(lines.join(''), language);
}

function normalised(phrase: string, stems: boolean): string {
  const plain = phrase
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return plain.map((word) => (stems ? stemOf(word, language) : word)).join(' ');
}

/** Runs of words that neither begin nor end with a stopword, in order, with how often each is there. */
function countsOf(texts: readonly string[]): Map<string, number> {
  const stopwords = stopwordsOf(language);
  const counts = new Map<string, number>();
  for (const block of texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}\s'’.-]|\.(?=\s|$)/u))) {
    const found = words(block);
    for (let start = 0; start < found.length; start++) {
      for (let end = start + 1; end <= Math.min(found.length, start + maxLength); end++) {
        if (stopwords.has(found[start]!) || stopwords.has(found[end - 1]!)) continue;
        const phrase = found.slice(start, end).join(' ');
        counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
      }
    }
  }
  return counts;
}

function byWeight(counts: ReadonlyMap<string, number>, weightOf: (count: number, phrase: string) => number): string[] {
  return [...counts].toSorted((a, b) => weightOf(b[1], b[0]) - weightOf(a[1], a[0])).map(([phrase]) => phrase);
}

function byTfIdf(texts: readonly string[][]): string[][] {
  const all = texts.map(countsOf);
  const holders = new Map<string, number>();
  for (const phrase of all.flatMap((counts) => [...counts.keys()])) holders.set(phrase, (holders.get(phrase) ?? 0) + 1);
  return all.map((counts) => byWeight(counts, (count, phrase) => count * Math.log(texts.length / holders.get(phrase)!)));
}

function readTexts(path: string): [string, string][] {
  const at = resolve(path);
  const files = statSync(at).isDirectory() ? filesOfFolder(at) : filesOfZip(readFileSync(at));
  return [...files].flatMap(([name, text]): [string, string][] => {
    const keys = files.get(name.replace(/docsutf8\/([^/]+)\.txt$/, 'keys/$1.key'));
    return /docsutf8\/[^/]+\.txt$/.test(name) && keys !== undefined ? [[text, keys]] : [];
  });
}

function filesOfFolder(folder: string): Map<string, string> {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /\.(?:txt|key)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
