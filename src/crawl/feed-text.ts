import { Parser } from 'htmlparser2';

function isText({ type }: { type?: string }): boolean {
  return type === undefined || type === 'text' || type === 'text/plain';
}

/** An Atom text as HTML; undefined if it is neither text nor HTML. */
export function htmlOf({ value, type }: { value?: string; type?: string }): string | undefined {
  if (value === undefined) return undefined;
  if (isText({ type })) return escaped(value);
  return /html/i.test(type!) ? value : undefined;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const marks = /<\/?[a-z!][^<>]*>|&(?:[a-z]\w{1,30}|#x?[\da-f]{1,6});/i;

/** HTML without its tags, on one line, cut at a length. Nothing is null. */
export function textOf(html: string | undefined, maxLength: number): string | null {
  // What is not shown is dropped with the rest; twice the length leaves room for tags.
  const text = html !== undefined && marks.test(html) ? shownText(html.slice(0, maxLength * 20)) : (html ?? '');
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? null : plain.length > maxLength ? `${plain.slice(0, maxLength - 1).trimEnd()}…` : plain;
}

const unseen = new Set(['script', 'style', 'template', 'noscript']);

function shownText(html: string): string {
  const pieces: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentagname: (name) => (unseen.has(name) ? hidden++ : pieces.push(/^(?:p|div|br|li|h\d|td|tr)$/.test(name) ? ' ' : '')),
    onclosetag: (name) => unseen.has(name) && hidden--,
    ontext: (text) => hidden === 0 && pieces.push(text),
  });
  parser.end(html);
  return pieces.join('');
}
