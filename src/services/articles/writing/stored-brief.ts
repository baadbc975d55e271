import type { Db } from '../../../db/open.ts';
import type { WritingBrief } from '../../../../schema/drafts.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { parsed } from '../../common/wire.ts';
import type { Outlined } from './craft.ts';
import type { StageName } from '../request.ts';

/** What a stage of an article left behind; undefined where there is nothing. */
export async function storedOutput<Output>(db: Pick<Db, 'selectFrom'>, articleId: string, stage: StageName): Promise<Output | undefined> {
  const row = await db
    .selectFrom('article_stages')
    .select('output')
    .where('article_id', '=', articleId)
    .where('stage', '=', stage)
    .executeTakeFirst();
  const output = row?.output ?? null;
  return output === null ? undefined : parsed<Output>(output);
}

/** The brief that an article was, or is to be, written from, with its outline as its writer has it. */
export async function storedBrief(db: Pick<Db, 'selectFrom'>, articleId: string): Promise<WritingBrief | undefined> {
  const brief = await storedOutput<WritingBrief>(db, articleId, 'brief');
  const outlined = await storedOutput<Outlined>(db, articleId, 'outline');
  return brief && { ...brief, outline: outlined?.sections ?? brief.outline };
}

/** What a changed article is scored by, as it was before; quotations were never asked to use certain terms. */
export async function briefToScoreBy(
  db: Pick<Db, 'selectFrom'>,
  { id, writer }: Pick<ArticleRow, 'id' | 'writer'>,
): Promise<WritingBrief | null> {
  return writer === 'extractive' ? null : ((await storedBrief(db, id)) ?? null);
}
