import { clipAtWord } from '../../language/slug.ts';
import { escapeMarkdown, linkTarget } from '../../markdown/escape.ts';
import { readCited, type CitedText } from '../claims/citations.ts';
import type { Evidence } from '../claims/evidence.ts';
import { Numbering } from '../claims/numbering.ts';
import { bracketed } from '../claims/marks.ts';
import type { CitedSource } from '../sources/shapes.ts';

const maxName = 60;

export interface Finished {
  text: CitedText;
  sources: CitedSource[];
}

/**
 * Reads a draft and writes its citations as a page has them: where a source is cited first stands a link to it, by its title; its other marks,
 * those of sources without an address and those that name no source are taken out. `own`: numbers in brackets that stand on the page itself.
 */
export async function finishCitations(markdown: string, evidence: Evidence, own: ReadonlySet<number>, language: string): Promise<Finished> {
  const linked = new Set<string>();
  const isOwn = (number: number) => own.has(number) && !evidence.has(number);
  const put = (numbers: readonly number[], written: string) => {
    if (numbers.length > 0 && numbers.every(isOwn)) return written;
    const links = numbers.flatMap((number) => {
      const link = evidence.has(number) ? linkTo(evidence, number) : undefined;
      if (link === undefined || linked.has(link)) return [];
      linked.add(link);
      return [link];
    });
    const kept = numbers.filter(isOwn).map((number) => `[${number}]`);
    return [...kept, ...(links.length > 0 ? [`(${links.join(', ')})`] : [])].join(' ');
  };
  const text = await readCited(
    { markdown, evidence, language },
    {
      mark: ({ numbers }, written) => put(numbers, written),
      ofHeading: (written) => (numbersOf(written).every(isOwn) ? written : ''),
    },
  );
  const numbering = new Numbering(evidence);
  for (const { citations, text: sentence, section } of text.sentences) for (const one of citations) numbering.quote(one, sentence, section);
  return { text: { ...text, dropped: text.dropped.filter(({ number }) => !isOwn(number)) }, sources: numbering.sources() };
}

function linkTo(evidence: Evidence, number: number): string | undefined {
  const { title, url } = evidence.get(number)!;
  const target = linkTarget(url);
  return target === null ? undefined : `[${escapeMarkdown(clipAtWord(title, maxName)) || new URL(target).host}](${target})`;
}

const marks = new RegExp(bracketed, 'g');

function numbersOf(written: string): number[] {
  return [...written.matchAll(marks)].flatMap(([mark]) => mark.match(/\d+/g)!.map(Number));
}
