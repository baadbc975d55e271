import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { agreement, scored, type Scored } from '../writing/score/measured.ts';
import { readSubject, variantsOf, type Subject } from '../writing/score/variants.ts';
import { dataFolder } from './compose-articles.ts';
import { median, round } from './figures.ts';

export interface ScoreOptions {
  /** Articles kept here, each with one on something else. */
  pairs?: readonly (readonly [string, string])[];
}

export const tiny: ScoreOptions = { pairs: [['neustart', 'kaffee']] };

const allPairs = [
  ['greylock', 'wal'],
  ['wal', 'greylock'],
  ['guidestones', 'greylock'],
  ['neustart', 'kaffee'],
] as const;
const aim = 0.8;
const targetWordCount = 800;
const sentencesInParagraph = 4;
const sentencesInPassage = 5;

/**
 * How well the score ranks an honest article and what is made worse of it: shuffled, stuffed, copied together, off-topic … Beside it, length
 * and mentions of the keyword alone. `--data <folder>` does the same with articles of a folder as FreshWiki keeps them, each declared to
 * consist of quotations, since its own text is its source.
 */
export async function run({ pairs = allPairs }: ScoreOptions = {}, argv: readonly string[] = []): Promise<object> {
  const written = await measure(pairs.map(([subject, stray]) => [readSubject(subject), readSubject(stray)]));
  const folder = pairs === allPairs ? dataFolder(argv, process.env) : null;
  if (folder === null) return { written };
  const kept = readFolder(resolve(folder));
  const strays = kept.map((_, index) => kept[(index + 1) % kept.length]!);
  return {
    written,
    quoted: await measure(
      kept.map((subject, index) => [subject, strays[index]!]),
      true,
    ),
  };
}

async function measure(pairs: readonly (readonly [Subject, Subject])[], verbatim = false): Promise<object> {
  const articles: { name: string; byScore: number; byCounting: number; cpuMs: number; scores: Record<string, number> }[] = [];
  for (const [subject, stray] of pairs) {
    const variants = variantsOf(subject, stray);
    const began = process.cpuUsage();
    const all = await scored(subject, variants, verbatim);
    const { user, system } = process.cpuUsage(began);
    articles.push({
      name: subject.name,
      byScore: round(agreement(all), 3),
      byCounting: round(
        agreement(all, ({ byCounting }) => byCounting),
        3,
      ),
      cpuMs: round((user + system) / 1000 / variants.length),
      scores: Object.fromEntries(all.map(({ name, score }: Scored) => [name, score])),
    });
  }
  const least = Math.min(...articles.map(({ byScore }) => byScore));
  const scores = Object.fromEntries(
    Object.keys(articles[0]!.scores).map((name) => [name, median(articles.map((article) => article.scores[name]!))]),
  );
  return {
    agreement: { least, median: round(median(articles.map(({ byScore }) => byScore)), 3), aim, met: least >= aim },
    byCounting: round(median(articles.map(({ byCounting }) => byCounting)), 3),
    cpuMs: round(median(articles.map(({ cpuMs }) => cpuMs))),
    scores,
    articles: articles.map(({ name, byScore, byCounting }) => ({ name, byScore, byCounting })),
  };
}

interface Section {
  section_title?: string;
  section_content?: { sentence?: string }[];
  subsections?: Section[];
}

/** The first sections of each article, and all of it as the source. */
function readFolder(folder: string): Subject[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.toSorted().flatMap((file) => {
    const { title, content } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { title?: string; content?: Section[] };
    if (!title || !content) return [];
    const keyword = title.replaceAll('_', ' ');
    const sections = content.flatMap(withSubsections).filter(({ sentences }) => sentences.length > 0);
    const passages = sections.flatMap(({ sentences }) => chunksOf(sentences, sentencesInPassage).map((chunk) => chunk.join(' ')));
    const evidence = new Map(passages.map((text, index) => [index + 1, { documentId: file, title: keyword, url: null, passages: [text] }]));
    let words = 0;
    const opening = sections.filter(({ sentences }) => {
      const isWanted = words < targetWordCount;
      words += sentences.join(' ').split(' ').length;
      return isWanted;
    });
    const markdown = opening.map(({ heading, sentences }) => `## ${heading}\n\n${chunksOf(sentences, sentencesInParagraph).map((chunk) => chunk.join(' ')).join('\n\n')}`).join('\n\n'); // prettier-ignore
    const own = markdown.split(/\s+/).length;
    const fields = { title: keyword, metaTitle: keyword, metaDescription: '', slug: keyword.toLowerCase().replace(/\W+/g, '-') };
    return [{ ...fields, name: file, keyword, language: 'en', targetWordCount: own, markdown, evidence }];
  });
}

function withSubsections({
  section_title: heading = '',
  section_content: said = [],
  subsections = [],
}: Section): { heading: string; sentences: string[] }[] {
  const sentences = said.flatMap(({ sentence = '' }) => {
    const text = sentence.replace(/\s+/g, ' ').trim();
    return /[\p{L}\p{N}]/u.test(text) ? [/[.!?…]["”'’)\]]*$/.test(text) ? text : `${text}.`] : [];
  });
  return [{ heading, sentences }, ...subsections.flatMap(withSubsections)];
}

function chunksOf<One>(all: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}
