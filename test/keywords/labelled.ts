import { readdirSync, readFileSync } from 'node:fs';
import { intentOf } from '../../src/keywords/intent.ts';
import { intentLabels, type IntentLabel } from '../../src/keywords/intent-words.ts';
import { keywordTerms } from '../../src/language/similar-keyword.ts';

export interface LabelledIntent {
  language: string;
  label: IntentLabel;
  keyword: string;
}

const labels: Readonly<Record<string, IntentLabel>> = { i: 'informational', c: 'commercial', t: 'transactional', n: 'navigational' };

const linesOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');

export function labelledIntents(file = 'intents.txt'): LabelledIntent[] {
  return linesOf(file)
    .filter((line) => line.includes(' | ') && !line.startsWith('#'))
    .map((line) => line.split(' | ') as [string, string, string])
    .map(([language, label, keyword]) => ({ language, label: labels[label]!, keyword }));
}

/** Words that begin a question, in the languages of the labelled keywords. */
const asks =
  /^(?:how|what|why|when|who|where|which|can|is|are|do|does|wie|was|warum|wann|wer|wo|welche|comment|pourquoi|quand|qui|quel|qu'est|cómo|qué|por qué|cuándo|quién|come|cos'è|perché|quando|chi|quale)\b/iu;

export interface IntentFigures {
  count: number;
  right: number;
  /** The mean over the labels of the harmonic mean of precision and recall. */
  macroF1: number;
  /** Right where who asks wants to know, and all others compare: what takes no thought. */
  asked: number;
  /** By confidence, below 0.5, to 0.75, and above. */
  reliability: { to: number; count: number; right: number }[];
}

export function intentFigures(all: readonly LabelledIntent[]): IntentFigures {
  const judged = all.map((one) => ({ ...one, found: intentOf(one.keyword, { language: one.language }) }));
  const right = (some: readonly (typeof judged)[number][]) => some.filter(({ label, found }) => found.label === label).length / some.length;
  const f1 = intentLabels.map((name) => {
    const hits = judged.filter(({ label, found }) => label === name && found.label === name).length;
    return (2 * hits) / (judged.filter(({ label }) => label === name).length + judged.filter(({ found }) => found.label === name).length);
  });
  const bins = [0.5, 0.75, 1].map((to, at, tos) => ({
    to,
    some: judged.filter(({ found }) => found.confidence <= to && found.confidence > (tos[at - 1] ?? 0)),
  }));
  return {
    count: all.length,
    right: right(judged),
    macroF1: f1.reduce((sum, one) => sum + one, 0) / f1.length,
    asked: all.filter(({ keyword, label }) => label === (asks.test(keyword) ? 'informational' : 'commercial')).length / all.length,
    reliability: bins.map(({ to, some }) => ({ to, count: some.length, right: right(some) })),
  };
}

export interface LabelledSubject {
  name: string;
  language: string;
  clusters: string[][];
}

/** Keywords within one subject each, in the groups that one page would be for. */
export function labelledSubjects(folder = 'clusters'): LabelledSubject[] {
  const files = readdirSync(new URL(`${folder}/`, import.meta.url)).toSorted();
  return files.map((file) => {
    const lines = linesOf(`${folder}/${file}`);
    const language = /^# (\w\w)\./.exec(lines[0]!)![1]!;
    const clusters = lines
      .slice(1)
      .join('\n')
      .split(/\n{2,}/)
      .map((group) => group.split('\n').filter((line) => line !== ''))
      .filter((group) => group.length > 0);
    return { name: file.replace('.txt', ''), language, clusters };
  });
}

/** Of all pairs of keywords, how well those found together are those labelled together; and the share that stands with most of its own in a cluster. */
export function agreement(found: readonly (readonly string[])[], labelled: readonly (readonly string[])[]) {
  const truth = new Map(labelled.flatMap((group, number) => group.map((keyword) => [keyword, number] as const)));
  const pairs = (groups: readonly (readonly string[])[]) => groups.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  let right = 0;
  let pure = 0;
  for (const group of found) {
    const counts = [...Map.groupBy(group, (keyword) => truth.get(keyword)).values()].map(({ length }) => length);
    right += counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
    pure += Math.max(...counts);
  }
  const precision = right / (pairs(found) || 1);
  const recall = right / pairs(labelled);
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall), purity: pure / truth.size };
}

/** What takes no thought: each its own, all in one, by the first word that is not in most of them. */
export function baselines(keywords: readonly string[], language: string): Record<string, string[][]> {
  const termsOf = keywords.map((keyword) => [...keywordTerms(keyword, language)]);
  const counts = new Map<string, number>();
  for (const term of termsOf.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const first = (at: number) => termsOf[at]!.find((term) => counts.get(term)! <= keywords.length / 2) ?? '';
  return {
    oneEach: keywords.map((keyword) => [keyword]),
    allInOne: [[...keywords]],
    firstWord: [...Map.groupBy(keywords, (_, at) => first(at)).values()],
  };
}
