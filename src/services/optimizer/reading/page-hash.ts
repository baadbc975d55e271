import { createHash } from 'node:crypto';
import type { OptimizedPage } from '../../../writing/optimize/shapes.ts';

const address = /\]\([^()\s]*\)/g;

/** The same for what says the same: addresses of links and pictures often change from reading to reading. */
export function pageHash(page: Pick<OptimizedPage, 'title' | 'h1' | 'metaDescription' | 'markdown'>): string {
  return createHash('sha256')
    .update(JSON.stringify(saidBy(page)))
    .digest('hex');
}

function saidBy({ title, h1, metaDescription, markdown }: Parameters<typeof pageHash>[0]): (string | null)[] {
  return [title, h1, metaDescription, markdown.replace(address, ']')];
}

const maxShown = 160;

/** In a few words, where two readings of a page begin to differ. */
export function whereChanged(before: Parameters<typeof pageHash>[0], after: Parameters<typeof pageHash>[0]): string {
  const [old, now] = [saidBy(before), saidBy(after)];
  const names = ['title', 'first heading', 'meta description', 'text'] as const;
  const at = old.findIndex((text, index) => text !== now[index]);
  const [was, is] = at === 3 ? firstLines(old[3]!, now[3]!) : [old[at], now[at]];
  return `Its ${names[at] ?? 'text'} was ${shown(was)}, and is now ${shown(is)}.`;
}

function firstLines(old: string, now: string): [string | undefined, string | undefined] {
  const [before, after] = [old.split('\n'), now.split('\n')];
  const at = before.findIndex((line, index) => line !== after[index]);
  const index = at === -1 ? before.length : at;
  return [before[index], after[index]];
}

function shown(text: string | null | undefined): string {
  if (text === null || text === undefined || text.trim() === '') return 'nothing';
  return JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
}
