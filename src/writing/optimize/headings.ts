import { isSameTopic, neededPages, topicOf, topicsIn, type CommonTopic } from '../brief/sections.ts';
import { diceOf } from '../../language/near-duplicates.ts';
import { cleanHeading } from '../sources/headings.ts';
import type { Topic } from '../sources/topic.ts';
import type { Counted } from './counting.ts';
import { wordsIn, type PageSection, type ReadPage } from './read-page.ts';
import type { OutlineRow } from './shapes.ts';

/** More are no outline, and each is compared with each. */
const maxHeadings = 200;
const maxRows = 30;
/** A heading that names much else besides a topic does not stand for it. */
const minLikeness = 0.4;
/** With fewer words that count below it, a heading is a promise. */
const minSectionWords = 15;

/** The topics that competitors have in their headings (two of them at least, if there are two), the most common first, and which of the page's headings has each. */
export function outlineOf(page: ReadPage, counted: Counted, competitors: readonly ReadPage[], topic: Topic): OutlineRow[] {
  const pages = competitors.map(({ page: { url }, headings }) => ({
    url,
    headings: headings.slice(0, maxHeadings).map(({ text }) => text),
  }));
  const needed = neededPages(competitors.length);
  const common = topicsIn(pages, { topic }).filter((one) => one.pages.size >= needed);
  const own = filledHeadings(page, counted).map((heading) => ({ heading, names: topicOf(cleanHeading(heading) ?? heading, { topic }) }));
  const ordered = common.toSorted((a, b) => b.pages.size - a.pages.size).slice(0, maxRows);
  return ordered.map((one) => {
    const by = bestOf(one, own);
    return { heading: one.heading, level: levelOf(one, competitors), in: [...one.pages], status: by === null ? 'missing' : 'covered', by };
  });
}

function bestOf({ own }: CommonTopic, headings: readonly { heading: string; names: ReadonlySet<string> }[]): string | null {
  const like = headings
    .filter(({ names }) => isSameTopic(own, names))
    .map(({ heading, names }) => ({ heading, likeness: diceOf(own, names) }))
    .filter(({ likeness }) => likeness >= minLikeness)
    .toSorted((a, b) => b.likeness - a.likeness);
  return like[0]?.heading ?? null;
}

function levelOf({ heading, pages }: CommonTopic, competitors: readonly ReadPage[]): number {
  const first = competitors.find(({ page: { url } }) => pages.has(url));
  return first?.headings.find(({ text }) => cleanHeading(text) === heading)?.level ?? 2;
}

/** The headings with text of the page's own below them, that of subsections included. */
function filledHeadings({ sections }: ReadPage, { sentences }: Counted): string[] {
  const lengths = sections.map((section) => wordsOf(section, sentences));
  return sections.flatMap(({ heading, level }, index) => {
    if (heading === null) return [];
    let words = lengths[index]!;
    for (let next = index + 1; next < sections.length && sections[next]!.level > level && words < minSectionWords; next++)
      words += lengths[next]!;
    return words >= minSectionWords ? [heading] : [];
  });
}

function wordsOf({ paragraphs }: PageSection, counted: Counted['sentences']): number {
  return wordsIn(paragraphs.flat().filter((sentence) => counted.has(sentence)));
}
