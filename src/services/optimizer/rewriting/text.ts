import type { NewRewrite } from '../../../../schema/rewrites.ts';
import { AppError } from '../../../errors.ts';
import { withHeading } from '../../../writing/rewrite/edits.ts';
import type { PageText } from '../../../writing/rewrite/shapes.ts';
import type { Given } from '../given.ts';
import type { LastText } from './rewritten.ts';

type Handed = Pick<NewRewrite, 'title' | 'metaDescription' | 'markdown' | 'edits'>;

/**
 * The text that is handed in: a whole one, or the last one with the given fields and edits; where there is none yet, the page with them. Throws
 * `invalid_input`, and `precondition_failed` for claims that are none of the text.
 */
export async function textFrom(
  { thread }: Pick<Given, 'thread'>,
  { title, metaDescription, markdown, edits }: Handed,
  { page, last, signal }: { page: PageText; last: LastText | null; signal: AbortSignal | undefined },
): Promise<PageText> {
  if (markdown !== undefined && edits !== undefined) throw wrong('edits', 'Give markdown or edits, not both.', 'excluded');
  const before = last?.text ?? page;
  const fields = { title: title ?? before.title, metaDescription: metaDescription ?? before.metaDescription };
  if (markdown !== undefined) return { ...fields, ...withHeading(markdown, before.h1) };
  const text = { h1: before.h1, markdown: before.markdown, ...fields };
  if (edits === undefined) {
    if (last === null && title === undefined && metaDescription === undefined)
      throw wrong('markdown', 'No text was handed in yet: give markdown, or edits of the page.', 'required');
    return text;
  }
  const done = await thread.run('editPage', [text, last?.claims ?? [], edits], signal);
  if (done.faults.length === 0) return done.text;
  const isStale = done.faults.some(({ code }) => code === 'unknown_claim');
  throw new AppError(isStale ? 'precondition_failed' : 'invalid_input', done.faults.map(({ detail }) => detail).join(' '), {
    hint: `Nothing was changed. Mend what errors names${isStale ? ' (the text has changed since its claims were told)' : ''} and send the edits again.`,
    errors: done.faults.map(({ index, field, code, detail }) => ({ pointer: `/edits/${index}/${field}`, detail, code })),
  });
}

function wrong(field: string, detail: string, code: string): AppError {
  return new AppError('invalid_input', detail, { errors: [{ pointer: `/${field}`, detail, code }] });
}
