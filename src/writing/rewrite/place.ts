import { parseBlocks } from '../../markdown/body.ts';
import { isSourcesHeading, plainOf } from '../../markdown/outline.ts';
import { openFence } from '../../markdown/sections.ts';

/** Where new sections of a page stand. */
export interface Place {
  /** The line before which new sections stand. */
  line: number;
  level: number;
  /** What closes code that is left open at the end. */
  fence: string | null;
}

/** What ends a page; new sections stand before it. */
const endings =
  /^(?:see also|further reading|related.{0,40}|conclusion|summary|next steps|references|siehe auch|weiterführendes|fazit|zusammenfassung|voir aussi|conclusion|véase también|conclusión|vedi anche|conclusioni)$/i;

/** Behind the last section of the page's main level that is none of those that end it. */
export async function placeFor(markdown: string): Promise<Place> {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const tokens = await parseBlocks(markdown);
  const headings = tokens.flatMap(({ type, tag, map, level: depth }, at) => {
    const level = Number(tag.slice(1));
    return type === 'heading_open' && map && depth === 0 && level > 1
      ? [{ level, line: map[0], text: plainOf(tokens[at + 1]?.content ?? '') }]
      : [];
  });
  const level = Math.min(...headings.map((one) => one.level), maxLevel);
  let line = lines.length;
  for (const heading of headings.filter((one) => one.level === level).toReversed()) {
    if (!endings.test(heading.text) && !isSourcesHeading(heading.text)) break;
    line = heading.line;
  }
  return { line, level: headings.length === 0 ? 2 : level, fence: line === lines.length ? (openFence(tokens, lines) ?? null) : null };
}

const maxLevel = 4;
