import type { Db } from '../../../db/open.ts';
import type { WritingBrief } from '../../../../schema/drafts.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { parsed } from '../../common/wire.ts';
import type { Outlined } from './craft.ts';
import type { StageName } from '../request.ts';

/** The stored output of a stage; undefined if there is none. */
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

/** The brief for an article, with the writer's outline. */
export async function storedBrief(db: Pick<Db, 'selectFrom'>, articleId: string): Promise<WritingBrief | undefined> {
  const brief = await storedOutput<WritingBrief>(db, articleId, 'brief');
  const outlined = await storedOutput<Outlined>(db, articleId, 'outline');
  return brief && { ...brief, outline: outlined?.sections ?? brief.outline };
}

/** The brief by which a changed article is scored. Null for the extractive writer, whose quotations cannot be expected to use given terms. */
export async function briefToScoreBy(
  db: Pick<Db, 'selectFrom'>,
  { id, writer }: Pick<ArticleRow, 'id' | 'writer'>,
): Promise<WritingBrief | null> {
  return writer === 'extractive' ? null : ((await storedBrief(db, id)) ?? null);
}
