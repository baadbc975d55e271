import type { ArticleClaim, Edits } from '../../../schema/claims.ts';
import { flatSections, withFlatSection } from '../../markdown/flat-sections.ts';
import { withEdits, type EditFault } from '../claims/edits.ts';
import type { PageText } from './shapes.ts';

/** Sections that a fault names. */
const maxNamed = 30;

/** A first line of “# ” is the page's first heading; where there is none, it stays as it is. */
export function withHeading(markdown: string, h1: string | null): Pick<PageText, 'h1' | 'markdown'> {
  const text = markdown.trimStart();
  if (!text.startsWith('# ')) return { h1, markdown };
  const end = text.indexOf('\n');
  const heading = withoutClosing((end < 0 ? text : text.slice(0, end)).slice(1).trim());
  if (heading === '') return { h1, markdown };
  return { h1: heading, markdown: end < 0 ? '' : text.slice(end).replace(/^\n+/, '') };
}

/** “Pools ##” is “Pools”, but “C#” stays. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === '#') end--;
  return end === 0 || heading[end - 1] === ' ' ? heading.slice(0, end).trimEnd() : heading;
}

/**
 * Replaces sections, named as `flatSections` names them, and sentences, named by the ids of `claims`, one edit after the other. If an edit cannot
 * be made, the text is not to be used.
 */
export async function editPage(
  text: PageText,
  claims: readonly ArticleClaim[],
  edits: Edits,
): Promise<{ text: PageText; faults: EditFault[] }> {
  const faults: EditFault[] = [];
  let now = text;
  for (const [index, edit] of edits.entries()) {
    const done = await withEdit(now, claims, edit);
    for (const fault of done.faults) faults.push({ ...fault, index });
    now = done.text;
  }
  return { text: now, faults };
}

async function withEdit(
  text: PageText,
  claims: readonly ArticleClaim[],
  edit: Edits[number],
): Promise<{ text: PageText; faults: Omit<EditFault, 'index'>[] }> {
  const { section, claim, markdown } = edit;
  if (section !== undefined && claim === undefined) {
    const put = await withFlatSection(text.markdown, section, markdown);
    if (put !== undefined) return { text: { ...text, ...withHeading(put, text.h1) }, faults: [] };
    return { text, faults: [{ field: 'section', code: 'unknown_section', detail: await noSection(text.markdown, section) }] };
  }
  const { metaDescription, ...rest } = text;
  const { draft, faults } = await withEdits({ ...rest, metaDescription: metaDescription ?? undefined }, claims, [edit]);
  return { text: { ...draft, metaDescription: draft.metaDescription ?? null }, faults };
}

async function noSection(markdown: string, section: string): Promise<string> {
  const names = (await flatSections(markdown)).map(({ name }) => JSON.stringify(name));
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `There is no section ${JSON.stringify(section)}, but ${names.slice(0, maxNamed).join(', ')}${more}.`;
}
