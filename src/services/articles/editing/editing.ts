import type { ArticleChange, HowToChange } from '../../../../schema/article-changes.ts';
import { headingSeparator } from '../../../documents/passages.ts';
import type { Usage } from '../../../../schema/articles.ts';
import type { ArticlePatch, ArticleVersions, RestoreVersion } from '../../../../schema/drafts.ts';
import type { Db } from '../../../db/open.ts';
import type { ArticleRow, ArticleVersionRow } from '../../../db/rows/articles.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import { replaceSection } from '../../../markdown/sections.ts';
import type { Images } from '../images.ts';
import { decodeCursor, defaultLimit, encodeCursor, pageBy } from '../../common/paging.ts';
import type { Given } from '../given.ts';
import { given, isoTime, parsed, parsedOrNull } from '../../common/wire.ts';
import { contentOf, isUnchanged, writeContent, type ArticleContent, type VersionReason } from '../content.ts';
import { gatesIn, worseThan } from '../../../writing/score/gates.ts';
import { quotesIn } from '../../../writing/claims/kept.ts';
import type { Quotation } from '../../../writing/claims/quotation.ts';
import { claimsOf } from '../claims.ts';
import { openJudge } from '../writing/judging.ts';
import { diffOf, toChange } from './change.ts';
import { edited, refuseBoth } from './last-draft.ts';
import { whereaboutsOf } from '../publications.ts';
import type { PublishingInTurn } from '../publishing/auto/auto-publish.ts';
import type { Checked, Finishing, Unfinished } from '../writing/finish.ts';
import { requestOf } from '../request.ts';
import { articleRow, hasEnded, howToHaveItWritten, isWritten } from '../rows.ts';
import { briefToScoreBy } from '../writing/stored-brief.ts';
import { citedAnswers, outlinesOf, type NumberedEvidence } from '../../../writing/claims/written.ts';

/**
 * Changes to written articles. Each is checked and scored like a draft, and makes a new version if it changes anything.
 * One that brings an objection of a gate, or makes one worse, changes nothing, unless the caller insists.
 */
export interface Editing {
  /** Throws `precondition_failed` if the version has changed, `conflict` while the article is being written, `invalid_input`. */
  update(patch: ArticlePatch): Promise<ArticleChange>;
  /** Newest first; with `from`, also the diff from there to `to` (default: the newest). Throws `not_found`. */
  versions(input: { id: string; from?: number; to?: number; limit?: number; cursor?: string }): Promise<ArticleVersions>;
  /** Makes an old version the newest. Throws like `update`. */
  restore(input: RestoreVersion): Promise<ArticleChange>;
}

/** The text that an article is to have from now on. */
interface Wanted extends HowToChange {
  content: ArticleContent;
  reason: VersionReason;
  evidence?: readonly Quotation[];
}

const versionColumns = ['number', 'reason', 'title', 'word_count', 'score', 'created_at'] as const;
type VersionHead = Pick<ArticleVersionRow, (typeof versionColumns)[number]>;

export function createEditing(deps: Given & { finishing: Finishing; images: Images; inTurn: Pick<PublishingInTurn, 'changed'> }): Editing {
  const { store, system, projects, finishing, images, inTurn } = deps;

  async function unfinished(row: ArticleRow, content: ArticleContent, brought: readonly Quotation[] = []): Promise<Unfinished> {
    const project = await projects.get(row.project_id);
    const request = requestOf(row);
    const { markdown, sources, outline, language, faq, evidence, ...fields } = content;
    const written = {
      draft: { ...fields, markdown, faq: citedAnswers(faq, sources) },
      ...outlinesOf(markdown, request.outline ?? [], outline),
      language,
      evidence: await evidenceIn(store.db, { sources, evidence }),
      verbatim: false,
      usage: parsedOrNull<Usage>(row.usage),
    };
    const redraw = request.includeImage && content.title !== row.title;
    const brief = await briefToScoreBy(store.db, row);
    const quoted = { kept: quotesIn(evidence), brought };
    return { article: row, request: { ...request, includeImage: redraw }, project, written, brief, quoted, known: claimsOf(row) };
  }

  /** Compared with a check of the old text made now: since the last one its sources and the project's other articles may have changed. */
  async function isWorse(row: ArticleRow, { quality, objections, claims }: Checked): Promise<boolean> {
    if (gatesIn(quality).length === 0) return false;
    const work = await unfinished(row, contentOf(row));
    const before = await finishing.check({ ...work, known: [...claims, ...claimsOf(row)] });
    return worseThan(before.objections, objections).length > 0;
  }

  async function change(row: ArticleRow, { content, reason, evidence, acceptFlags = false, include }: Wanted): Promise<ArticleChange> {
    const work = await unfinished(row, content, evidence);
    const judging = await openJudge(deps, row.project_id, work.written.usage);
    const checked = await finishing.check({ ...work, judge: judging?.judge });
    const attempt = { by: 'edit' as const, checked, before: contentOf(row), include };
    if (!acceptFlags && (await isWorse(row, checked))) {
      return toChange({ ...attempt, accepted: false, row, ...(await whereaboutsOf(store.db, row)) });
    }
    const { finished, image } = await finishing.complete(work, checked);
    const usage = judging && JSON.stringify(judging.usage());
    const isQuoted = (evidence?.length ?? 0) > checked.refusedEvidence.length;
    // Made inside, so that an Idempotency-Key keeps the answer together with its effect.
    return store.write(async (tx) => {
      const now = await articleRow(tx, row.id);
      refuseUnwritten(now);
      refuseOther(now, row.version);
      if (!isQuoted && (await isUnchanged(tx, now, finished))) {
        return toChange({ ...attempt, accepted: true, isSame: true, row: now, ...(await whereaboutsOf(tx, now)) });
      }
      if (image) await images.keep(tx, row.id, image);
      const picture = image && { image_token: image.token, image_alt: image.alt };
      await writeContent(tx, row, finished, { reason, now: system.now(), ...(usage !== undefined && { usage }), ...picture });
      const after = await articleRow(tx, row.id);
      await inTurn.changed(tx, after);
      return toChange({ ...attempt, accepted: true, row: after, ...(await whereaboutsOf(tx, after)) });
    });
  }

  async function editable(id: string, version: number | undefined): Promise<ArticleRow> {
    const row = await articleRow(store.db, id);
    refuseUnwritten(row);
    if (version !== undefined) refuseOther(row, version);
    return row;
  }

  async function versionOf(id: string, number: number): Promise<ArticleVersionRow> {
    const row = await store.db
      .selectFrom('article_versions')
      .selectAll()
      .where('article_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!row) throw new AppError('not_found', `The article ${id} has no version ${number}.`, { hint: 'See articles_versions.' });
    return row;
  }

  async function diff(row: ArticleRow, from: number, to = row.version): Promise<string> {
    const [before, after] = [await versionOf(row.id, from), await versionOf(row.id, to)];
    const content = (version: ArticleVersionRow) => parsed<ArticleContent>(version.content);
    return diffOf(content(before), content(after), [`version ${from}`, `version ${to}`]);
  }

  return {
    async update({ id, version, section, markdown, edits, evidence, acceptFlags, include, ...fields }) {
      refuseBoth(markdown, edits);
      const row = await editable(id, version);
      const before = contentOf(row);
      const changed = given(fields);
      if (Object.keys(changed).length === 0 && markdown === undefined && edits === undefined && evidence === undefined) {
        const hint = 'Give at least one of title, metaTitle, metaDescription, slug, markdown, edits, evidence, faq.';
        throw new AppError('invalid_input', 'Nothing to change was given.', { hint });
      }
      const text =
        markdown === undefined ? before.markdown : section === undefined ? markdown : await withSection(before.markdown, section, markdown);
      const content = await edited({ ...before, ...changed, markdown: text }, claimsOf(row), edits);
      return change(row, { content, reason: 'edited', evidence, acceptFlags, include });
    },

    async versions({ id, from, to, limit = defaultLimit, cursor }) {
      const article = await articleRow(store.db, id);
      if (to !== undefined && from === undefined) throw nothingToCompare();
      const before = decodeCursor(cursor, /^\d{1,9}$/);
      let query = store.db
        .selectFrom('article_versions')
        .select(versionColumns)
        .where('article_id', '=', id)
        .orderBy('number', 'desc')
        .limit(limit + 1);
      if (before) query = query.where('number', '<', Number(before));
      const page = pageBy(await query.execute(), limit, toVersion, ({ number }) => encodeCursor(String(number)));
      return { ...page, diff: from === undefined ? null : await diff(article, from, to) };
    },

    async restore({ id, number, version, ...how }) {
      const row = await editable(id, version);
      const content = parsed<ArticleContent>((await versionOf(id, number)).content);
      return change(row, { content, reason: 'restored', ...how });
    },
  };
}

function refuseUnwritten(row: ArticleRow): void {
  if (isWritten(row) && hasEnded(row)) return;
  throw new AppError('conflict', `The article ${row.id} is ${row.status}; only one that has been written can be changed.`, {
    hint: howToHaveItWritten(row),
  });
}

/** Throws `precondition_failed`. */
export function refuseOther(row: ArticleRow, version: number): void {
  if (row.version === version) return;
  throw new AppError('precondition_failed', `The article ${row.id} is at version ${row.version}, not ${version}.`, {
    hint: 'Read it again with articles_get, look at what has changed (articles_versions with from), and repeat the change on it.',
  });
}

/**
 * The evidence for an article's citations: for each of its documents the passages now in the knowledge base, and those cited
 * before, because a document may have been changed or deleted.
 */
export async function evidenceIn(db: Db, { sources, evidence }: Pick<ArticleContent, 'sources' | 'evidence'>): Promise<NumberedEvidence[]> {
  const ids = sources.map(({ documentId }) => documentId);
  const rows = await db
    .selectFrom('passages')
    .select(['document_id', 'heading', 'text'])
    .where('document_id', 'in', idsIn(ids))
    .orderBy('position')
    .execute();
  const passages = Map.groupBy(rows, (row) => row.document_id);
  return sources.map(({ number, documentId, title, url }) => {
    const kept = evidence.find((one) => one.documentId === documentId)?.passages ?? [];
    const own = passages.get(documentId) ?? [];
    const now = [...new Set(own.flatMap(({ heading }) => heading?.split(headingSeparator) ?? [])), ...own.map(({ text }) => text)];
    return { number, documentId, title, url, passages: [...now, ...kept], kept };
  });
}

function toVersion({ word_count: wordCount, created_at, ...row }: VersionHead): ArticleVersions['data'][number] {
  return { ...row, wordCount, createdAt: isoTime(created_at) };
}

function nothingToCompare(): AppError {
  const detail = 'to says up to which version changes are shown; from says since which.';
  return new AppError('invalid_input', detail, { hint: 'Give from too.', errors: [{ pointer: '/from', detail, code: 'required' }] });
}

async function withSection(body: string, section: string, markdown: string): Promise<string> {
  const changed = await replaceSection(body, section, markdown);
  if (changed.ok) return changed.markdown;
  throw unknownSection(section, changed.headings);
}

export function unknownSection(section: string, headings: readonly string[]): AppError {
  const detail = `The article has no section ${JSON.stringify(section)}; it has ${headings.map((heading) => JSON.stringify(heading)).join(', ')}.`;
  return new AppError('invalid_input', detail, { errors: [{ pointer: '/section', detail, code: 'unknown_section' }] });
}
