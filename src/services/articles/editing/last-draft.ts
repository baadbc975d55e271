import type { Usage } from '../../../../schema/articles.ts';
import type { ArticleClaim } from '../../../../schema/claims.ts';
import type { Draft, NewDraft } from '../../../../schema/drafts.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { withEdits, type Editable } from '../../../writing/claims/edits.ts';
import type { KeptQuote } from '../../../writing/claims/quotation.ts';
import { given, parsed } from '../../common/wire.ts';

/** The last draft handed in for an article that still waits for one it can take, and what its check found. */
export interface LastDraft {
  draft: Draft;
  claims: ArticleClaim[];
  quotes: KeptQuote[];
  /** What judging took so far. */
  usage: Usage | null;
}

/** `number` counts the drafts handed in. Undefined if there is none. */
export async function lastDraft(db: Pick<Db, 'selectFrom'>, articleId: string): Promise<(LastDraft & { number: number }) | undefined> {
  const row = await db
    .selectFrom('article_stages')
    .select(['output', 'attempts'])
    .where('article_id', '=', articleId)
    .where('stage', '=', 'draft')
    .executeTakeFirst();
  const output = row?.output ? parsed<Partial<LastDraft>>(row.output) : undefined;
  // An earlier release kept the draft alone.
  return output?.draft && { claims: [], quotes: [], usage: null, draft: output.draft, ...output, number: row!.attempts };
}

/** The draft that is handed in: a whole one, or the last with the given fields and edits. Throws `invalid_input`, `precondition_failed`. */
export async function draftFrom(input: Omit<NewDraft, 'id' | 'acceptFlags' | 'include'>, last: LastDraft | undefined): Promise<Draft> {
  const { markdown, edits, evidence: _, ...fields } = input;
  refuseBoth(markdown, edits);
  if (markdown !== undefined) {
    if (fields.title === undefined) throw missing('title', 'A whole draft needs its title.');
    return { ...fields, title: fields.title, markdown };
  }
  if (!last) throw missing('markdown', 'No draft was handed in yet: give the whole.');
  return edited({ ...last.draft, ...given(fields) }, last.claims, edits);
}

/** The text with its edits. Throws `invalid_input`, and `precondition_failed` if a claim is none of this text. */
export async function edited<Text extends Editable>(text: Text, claims: readonly ArticleClaim[], edits: NewDraft['edits']): Promise<Text> {
  const { draft, faults } = await withEdits(text, claims, edits ?? []);
  if (faults.length === 0) return draft;
  const isStale = faults.some(({ code }) => code === 'unknown_claim');
  throw new AppError(isStale ? 'precondition_failed' : 'invalid_input', faults.map(({ detail }) => detail).join(' '), {
    hint: `Nothing was changed. ${isStale ? 'The text has changed since, or the sentence was mended before: read its claims with articles_claims, and' : 'Mend what errors names and'} send the edits again.`,
    errors: faults.map(({ index, field, code, detail }) => ({ pointer: `/edits/${index}/${field}`, detail, code })),
  });
}

export function refuseBoth(markdown: string | undefined, edits: NewDraft['edits']): void {
  if (markdown === undefined || edits === undefined) return;
  const detail = 'Give markdown or edits, not both.';
  throw new AppError('invalid_input', detail, { errors: [{ pointer: '/edits', detail, code: 'excluded' }] });
}

function missing(field: string, detail: string): AppError {
  return new AppError('invalid_input', detail, { errors: [{ pointer: `/${field}`, detail, code: 'required' }] });
}
