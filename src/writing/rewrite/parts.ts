import type { Token } from 'markdown-it';
import { normalise, tidy } from '../../language/tokens.ts';
import { parseBody } from '../../markdown/body.ts';

/** What a page has beside its sentences. `key` tells two of a kind apart. */
export interface Part {
  kind: 'link' | 'image' | 'code' | 'table';
  key: string;
  /** As Markdown. */
  text: string;
  /** Lines of code, rows of a table, each as it is compared; empty for links and images. */
  lines: readonly (readonly string[])[];
  /** Where the block that it stands in begins; lines are counted from 0. */
  at: number;
}

type Unplaced = Omit<Part, 'at'>;

/** The links, images, code blocks and tables of Markdown, from top to bottom. `base`: the page's address, for relative links. */
export async function partsIn(markdown: string, base?: string): Promise<Part[]> {
  const parts: Part[] = [];
  let rows: string[][] | undefined;
  let at = 0;
  for (const { type, content, info, children, map } of await parseBody(markdown)) {
    at = map?.[0] ?? at;
    if (type === 'fence' || type === 'code_block') parts.push({ ...codePart(content, info), at });
    else if (type === 'table_open') rows = [];
    else if (type === 'tr_open') rows?.push([]);
    else if (type === 'table_close' && rows) {
      parts.push({ ...tablePart(rows), at });
      rows = undefined;
    } else if (type === 'inline') {
      rows?.at(-1)?.push(cellOf(children ?? []));
      for (const part of inlineParts(children ?? [], base)) parts.push({ ...part, at });
    }
  }
  return parts;
}

function codePart(content: string, info: string): Unplaced {
  const lines = content.replace(/\s+$/, '').split('\n');
  const bare = lines.map((line) => line.trimEnd());
  const fence = '`'.repeat(Math.max(3, 1 + longestRun(content)));
  return {
    kind: 'code',
    key: bare.join('\n'),
    text: `${fence}${info.trim()}\n${lines.join('\n')}\n${fence}`,
    lines: bare.filter((line) => line.trim() !== '').map((line) => [line.trim()]),
  };
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function tablePart(rows: readonly string[][]): Unplaced {
  const lines = rows.map((row) => row.map((cell) => normalise(cell)));
  return {
    kind: 'table',
    key: lines.map((row) => row.join('|')).join('\n'),
    text: rows.map((row) => `| ${row.join(' | ')} |`).join('\n'),
    lines,
  };
}

/** A cell as it reads; what its links and images lead to are parts of their own. */
function cellOf(children: readonly Token[]): string {
  return tidy(children.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join(''));
}

function inlineParts(children: readonly Token[], base: string | undefined): Unplaced[] {
  const parts: Unplaced[] = [];
  let open: { href: string; text: string; at: number } | undefined;
  for (const child of children) {
    const { type, content } = child;
    if (type === 'link_open') open = { href: String(child.attrGet('href') ?? ''), text: '', at: parts.length };
    else if (type === 'link_close' && open) {
      const { href, text, at } = open;
      // A link stands before the image in it.
      parts.splice(at, 0, { kind: 'link', key: targetOf(href, base), text: `[${tidy(text)}](${href})`, lines: [] });
      open = undefined;
    } else if (type === 'image') {
      const src = String(child.attrGet('src') ?? '');
      parts.push({ kind: 'image', key: targetOf(src, base), text: `![${tidy(content)}](${src})`, lines: [] });
    }
    if (open && !/^(?:link|em|strong|s)_/.test(type)) open.text += type.endsWith('break') ? ' ' : content;
  }
  return parts;
}

/** An address as it is compared: without scheme, `www.`, closing slash and port that goes without saying. */
export function targetOf(address: string, base: string | undefined): string {
  const written = address.trim();
  if (written.startsWith('#') || !URL.canParse(written, base)) return written;
  const { protocol, host, pathname, search, hash, href } = new URL(written, base);
  if (!/^https?:$/.test(protocol)) return href;
  return `${host.toLowerCase().replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}${hash}`;
}
