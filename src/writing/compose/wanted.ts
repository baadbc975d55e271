import { terms } from '../../language/tokens.ts';
import type { SourceReading } from '../sources/candidates.ts';
import { headingPath } from '../sources/headings.ts';
import type { Topic } from '../sources/topic.ts';
import type { Paragraph } from './flow.ts';
import type { Plan } from './planning.ts';
import type { SourceSection } from './sections.ts';

/** A paragraph speaks of a wanted heading if it and its headings hold this share of its words; so "grind" alone does not speak of "Grind size". */
const minSpoken = 0.6;

/** A wanted heading's terms: all of them, and those not in the keyword, which the whole article is about. */
interface Wanted {
  all: readonly string[];
  own: readonly string[];
  /** True if it says no more than the keyword: "What a pool is". */
  isGeneral: boolean;
}

/** For each wanted heading, what the sources say about it: the sections with that heading, else those of documents with that title, else single paragraphs. */
export function plansUnder(headings: readonly string[], sections: readonly SourceSection[], { topic }: SourceReading): Plan[] {
  const wanted = headings.map((heading) => wantedIn(heading, topic));
  const headed = sections.map((section) => wanted.findIndex((one) => isHeaded(section, one, topic)));
  return wanted.map((one, index) => {
    const own = sections.filter((_, at) => headed[at] === index);
    const titled = () => sections.filter((section, at) => headed[at] === -1 && !one.isGeneral && isTitled(section, one));
    const spoken = () =>
      sections.flatMap((section, at) => {
        // What speaks of several headings goes to the one it says most of.
        const isOwn = (paragraph: Paragraph) => {
          const told = wanted.map((other) => spokenOf(paragraph, section, other));
          return told[index]! > 0 && told.indexOf(Math.max(...told)) === index;
        };
        const paragraphs = headed[at] === -1 ? section.paragraphs.filter(isOwn) : [];
        return paragraphs.length > 0 ? [{ ...section, paragraphs }] : [];
      });
    const found = [own, titled, spoken].map((some) => (typeof some === 'function' ? some() : some)).find((some) => some.length > 0) ?? [];
    return { heading: headings[index]!, sections: found.toSorted((a, b) => b.relevance - a.relevance), taken: [] };
  });
}

function wantedIn(heading: string, { keyword, language }: Topic): Wanted {
  const all = [...new Set(terms(heading, language))];
  const own = all.filter((term) => !keyword.has(term));
  return { all, own: own.length > 0 ? own : all, isGeneral: own.length === 0 };
}

function isHeaded({ path, passages }: SourceSection, { own, all, isGeneral }: Wanted, { keyword, language }: Topic): boolean {
  const held = new Set(terms(path ?? '', language));
  // "Sizing a pool" is not what a pool is.
  if (isGeneral && terms(headingPath(path).at(-1) ?? '', language).some((term) => !keyword.has(term))) return false;
  return own.length > 0 && own.every((term) => held.has(term)) && all.every((term) => held.has(term) || passages[0]!.context.has(term));
}

function isTitled({ passages }: SourceSection, { all }: Wanted): boolean {
  return all.length > 0 && all.every((term) => passages[0]!.title.has(term));
}

/** How much of a heading a paragraph speaks of, 0–1: its own sentences hold a word of it, and with their headings most of them; else 0. */
function spokenOf(paragraph: Paragraph, { passages }: SourceSection, { own, all }: Wanted): number {
  const { context } = passages[0]!;
  const told = new Set(paragraph.flatMap((unit) => unit.terms));
  const share = (some: readonly string[]) => some.filter((term) => told.has(term) || context.has(term)).length / Math.max(1, some.length);
  const spoken = Math.min(share(own), share(all));
  return paragraph[0]!.standing === 'alone' && own.some((term) => told.has(term)) && spoken >= minSpoken ? spoken : 0;
}
