import { headingSeparator } from '../../documents/passages.ts';
import { fingerprint } from '../../language/near-duplicates.ts';
import { sentences as sentencesIn } from '../../language/sentences.ts';
import { normalise, termsOfEach, words } from '../../language/tokens.ts';
import { parseBody, readBody, type Body, type BodyBlock } from '../../markdown/body.ts';
import { isSourcesHeading } from '../../markdown/outline.ts';
import type { OptimizedPage } from './shapes.ts';

/** A sentence with what comparisons need. */
export interface Spoken {
  text: string;
  /** In lower case. */
  words: readonly string[];
  /** The terms of each word; none for a small word. */
  stems: readonly (readonly string[])[];
}

/** The text under one heading, in paragraphs. */
export interface PageSection {
  /** Null above the first heading. */
  heading: string | null;
  level: number;
  /** "Section › Subsection"; null above the first heading. */
  path: string | null;
  paragraphs: Spoken[][];
}

/** A page as it is compared: headings, paragraphs and items, without its title, tables, code and list of sources. */
export interface ReadPage {
  page: OptimizedPage;
  body: Body;
  sections: PageSection[];
  sentences: Spoken[];
  /** Its words without terms, in lower case. */
  small: ReadonlySet<string>;
  /** The text of each table. */
  tables: string[];
  /** Of its headings but the title. */
  headings: { level: number; text: string; fingerprint: string }[];
}

export function wordsIn(spoken: readonly Spoken[]): number {
  return spoken.reduce((sum, { words: said }) => sum + said.length, 0);
}

/** Reads a page in the given language. */
export async function readPage(page: OptimizedPage, language: string): Promise<ReadPage> {
  const body = readBody(await parseBody(page.markdown));
  const blocks = withoutSources(withoutTitle(body.blocks, page));
  const sections = sectionsOf(blocks, language);
  const sentences = sections.flatMap(({ paragraphs }) => paragraphs.flat());
  return {
    page,
    body,
    sections,
    sentences,
    small: new Set(sentences.flatMap(({ words: said, stems }) => said.filter((_, index) => stems[index]!.length === 0))),
    tables: tablesIn(body.blocks),
    headings: blocks.filter(({ kind }) => kind === 'heading').map(({ level, text }) => ({ level, text, fingerprint: fingerprint(text) })),
  };
}

/** The title stands beside the main text, whether that repeats it or not. */
function withoutTitle(blocks: readonly BodyBlock[], { title, h1 }: OptimizedPage): BodyBlock[] {
  const titles = new Set([title, h1 ?? ''].map(normalise));
  const first = blocks.find(({ kind }) => kind === 'heading');
  return blocks.filter(
    (block) => block.kind !== 'heading' || !(titles.has(normalise(block.text)) || (block === first && block.level === 1)),
  );
}

/** Without what stands under the heading of a list of sources. */
function withoutSources(blocks: readonly BodyBlock[]): BodyBlock[] {
  let left = 0;
  return blocks.filter(({ kind, level, text }) => {
    if (kind === 'heading' && (left === 0 || level <= left)) left = isSourcesHeading(text) ? level : 0;
    return left === 0;
  });
}

function tablesIn(blocks: readonly BodyBlock[]): string[] {
  const groups = Map.groupBy(blocks.filter(({ kind }) => kind === 'cell'), ({ group }) => group); // prettier-ignore
  return Array.from(groups.values(), (cells) => cells.map(({ text }) => text).join(' | '));
}

function sectionsOf(blocks: readonly BodyBlock[], language: string): PageSection[] {
  const path: BodyBlock[] = [];
  const sections: PageSection[] = [{ heading: null, level: 0, path: null, paragraphs: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      while (path.length > 0 && path.at(-1)!.level >= block.level) path.pop();
      path.push(block);
      const joined = path.map(({ text }) => text).join(headingSeparator);
      sections.push({ heading: block.text, level: block.level, path: joined, paragraphs: [] });
    } else if (block.kind !== 'cell') {
      sections.at(-1)!.paragraphs.push(sentencesIn(block.text, language).map((text) => spokenOf(text, language)));
    }
  }
  return sections;
}

function spokenOf(text: string, language: string): Spoken {
  const written = words(text);
  return { text, words: written.map((word) => word.toLowerCase()), stems: termsOfEach(written, language) };
}
