import type { ArticleClaim, Edits } from '../../../schema/claims.ts';
import { normalise } from '../../language/tokens.ts';
import { withFlatSections, type Misnamed } from '../../markdown/flat-sections.ts';
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
 * Replaces sections, named as `flatSections` names them before any edit, and then sentences, named by the ids of `claims`, one after the other. If
 * an edit cannot be made, the text is not to be used.
 */
export async function editPage(
  text: PageText,
  claims: readonly ArticleClaim[],
  edits: Edits,
): Promise<{ text: PageText; faults: EditFault[] }> {
  const numbered = edits.map((edit, index) => ({ ...edit, index }));
  const ofSections = numbered.flatMap(({ section, claim, ...edit }) => (section !== undefined && claim === undefined ? [{ ...edit, section }] : [])); // prettier-ignore
  const others = numbered.filter(({ section, claim }) => section === undefined || claim !== undefined);
  const put = ofSections.length === 0 ? { markdown: text.markdown, misnamed: [] } : await withFlatSections(text.markdown, ofSections);
  const { metaDescription, ...rest } = { ...text, ...withHeading(put.markdown, text.h1) };
  const done = await withEdits({ ...rest, metaDescription: metaDescription ?? undefined }, claims, others);
  const misnamed = put.misnamed.map((one): EditFault => faultOf(one, ofSections[one.index]!));
  const misplaced = done.faults.map((fault) => ({ ...fault, index: others[fault.index]!.index }));
  return {
    text: { ...done.draft, metaDescription: done.draft.metaDescription ?? null },
    faults: [...misnamed, ...misplaced].toSorted((one, other) => one.index - other.index),
  };
}

function faultOf({ kind, names }: Misnamed, { index, section }: { index: number; section: string }): EditFault {
  const field = 'section';
  const named = JSON.stringify(section);
  if (kind === 'repeated') {
    const again = names.find((name) => normalise(name) === normalise(`${section} (2)`));
    const hint = again === undefined ? '' : ` Of headings that are alike, the second is named ${JSON.stringify(again)}.`;
    return { index, field, code: 'repeated_section', detail: `Several edits name ${named}: one is meant.${hint}` };
  }
  const known = names.slice(0, maxNamed).map((name) => JSON.stringify(name));
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return { index, field, code: 'unknown_section', detail: `There is no section ${named}, but ${known.join(', ')}${more}.` };
}
