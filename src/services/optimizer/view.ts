import type { Optimization, OptimizationQuestion, OptimizationStatus, OptimizationWriter } from '../../../schema/optimizations.ts';
import type { OptimizationRow } from '../../db/rows/optimizer.ts';
import { clipAtWord } from '../../language/slug.ts';
import { fitting } from '../../language/token-estimate.ts';
import type { PageScore } from '../../writing/optimize/shapes.ts';
import type { Change } from '../../writing/rewrite/shapes.ts';
import { shortened } from '../../writing/score/gates.ts';
import { byNeed, needsWork } from '../../writing/claims/told.ts';
import { pageOfClaims } from '../common/claims.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from '../common/wire.ts';
import type { ChosenBasis } from './reading/choose.ts';
import { lastText, rewrittenOf } from './rewriting/rewritten.ts';
import { pageOf, scoreOf, type KeptPage, type ShownPage } from './rows.ts';

type Part = NonNullable<OptimizationQuestion['include']>[number];

const maxTold = 20;
/** Addresses of competitors that are told of a topic or a question: with all of ten, forty rows would fill an answer. */
const maxHolders = 3;
const maxExcerpt = 160;
/** Of an answer, which stays under 10,000. */
const maxTokens = { changes: 2_000, losses: 1_500, claims: 2_000 };

/** The optimization as it is told; long parts only where they are named. */
export function toOptimization(
  row: OptimizationRow,
  pages: readonly ShownPage[],
  { include = [], cursor }: Omit<OptimizationQuestion, 'id'> = {},
): Optimization {
  const page = pageOf(row);
  const asks = (part: Part) => include.includes(part);
  return {
    id: row.id,
    projectId: row.project_id,
    jobId: row.job_id,
    status: row.status as OptimizationStatus,
    writer: row.writer as OptimizationWriter,
    url: page?.url ?? row.url,
    keyword: row.keyword,
    keywordSource: row.keyword_source,
    language: row.language,
    title: page?.title ?? null,
    readAt: isoTimeOrNull(row.read_at),
    ...(page?.notRead && { notRead: [...page.notRead] }),
    basis: parsedOrNull<ChosenBasis>(row.basis),
    competitors: pages.filter(({ state }) => state !== 'waiting').map(toCompetitor),
    ...scored(row, include),
    ...rewritten(row, include),
    ...claimsOf(row, include.includes('claims'), cursor),
    page: page && asks('page') ? { title: page.title, h1: page.h1, metaDescription: page.metaDescription, markdown: page.markdown } : null,
    draftDueAt: isoTimeOrNull(row.draft_due_at),
    error: parsedOrNull(row.error),
    usage: parsedOrNull(row.usage),
    next: nextOf(row) + (row.score_after !== null ? besides(page) : ''),
    createdAt: isoTime(row.created_at),
    completedAt: isoTimeOrNull(row.completed_at),
  };
}

function toCompetitor({ url, read_url, title, rank, words, error }: ShownPage): Optimization['competitors'][number] {
  return { url: read_url ?? url, title, rank, words, error: parsedOrNull(error) };
}

/** What the page or, where it is rewritten, its new text comes to. */
function scored(row: OptimizationRow, include: readonly Part[]) {
  const before = scoreOf(row);
  const after = parsedOrNull<PageScore>(row.after);
  const now = after ?? before;
  const outline = (now?.outlineDiff ?? []).map((topic) => ({ ...topic, in: topic.in.slice(0, maxHolders), usedBy: topic.in.length }));
  return {
    scoreBefore: row.score_before,
    scoreAfter: row.score_after,
    breakdown: now?.breakdown ?? [],
    breakdownBefore: after && before ? before.breakdown : null,
    length: now?.length ?? null,
    missingTerms: (now?.missingTerms ?? []).slice(0, maxTold),
    missingQuestions: shortQuestions(now?.missingQuestions ?? [], maxTold),
    outlineDiff: include.includes('outline') ? outline : outline.filter(({ status }) => status === 'missing').slice(0, maxTold),
    terms: include.includes('terms') ? (now?.terms ?? []) : null,
  };
}

function rewritten(row: OptimizationRow, include: readonly Part[]) {
  const rewrite = rewrittenOf(row);
  const asked = <Value>(part: Part, value: Value | undefined): Value | null => (include.includes(part) ? (value ?? null) : null);
  return {
    rewrittenTitle: rewrite?.title ?? null,
    rewrittenH1: rewrite?.h1 ?? null,
    rewrittenMetaDescription: rewrite?.metaDescription ?? null,
    rewrittenMarkdown: asked('markdown', rewrite?.markdown),
    rewrittenHtml: asked('html', rewrite?.html),
    ...(rewrite && !include.includes('changes') ? shortChanges(rewrite.changes) : { changes: rewrite && rewrite.changes, moreChanges: 0 }),
    unsupportedClaims: rewrite && fitting(rewrite.claims.filter(needsWork), maxTokens.claims),
    ...(rewrite ? shortLosses(rewrite.losses) : { losses: null, moreLosses: 0 }),
    quality: rewrite && shortened(rewrite.quality),
    left: rewrite && rewrite.left,
  };
}

/** In the order in which optimizations_submit tells them, so that its cursor leads on here. */
function claimsOf(row: OptimizationRow, isAsked: boolean, cursor: string | undefined): Pick<Optimization, 'claims' | 'nextClaims'> {
  const claims = rewrittenOf(row)?.claims ?? (row.status === 'awaiting_draft' ? lastText(row)?.claims : undefined);
  if (!isAsked || claims === undefined) return { claims: null, nextClaims: null };
  const { data, nextCursor } = pageOfClaims(byNeed(claims), { cursor });
  return { claims: data, nextClaims: nextCursor };
}

/** The first ones, with the addresses of few who have each. */
export function shortQuestions(questions: PageScore['missingQuestions'], max: number): Optimization['missingQuestions'] {
  return questions.slice(0, max).map(({ question, from }) => ({ question, from: from.slice(0, maxHolders), usedBy: from.length }));
}

/** As many as an answer has room for, with their beginnings only. */
export function shortChanges(changes: readonly Change[]): { changes: Change[]; moreChanges: number } {
  const cut = (text: string | null) => (text !== null && text.length > maxExcerpt ? `${clipAtWord(text, maxExcerpt)} …` : text);
  const told = fitting(
    changes.map((one) => ({ ...one, before: cut(one.before), after: cut(one.after) })),
    maxTokens.changes,
  );
  return { changes: told, moreChanges: changes.length - told.length };
}

/** The same of losses. */
export function shortLosses<One extends ToldLoss>(losses: readonly One[]): { losses: One[]; moreLosses: number } {
  const cut = (text: string) => (text.length > maxExcerpt ? `${text.slice(0, maxExcerpt).toWellFormed()} …` : text);
  const told = fitting(
    losses.map((one) => ({ ...one, text: cut(one.text), now: one.now && cut(one.now) })),
    maxTokens.losses,
  );
  return { losses: told, moreLosses: losses.length - told.length };
}

/** A rewritten text has only what was read. */
export function besides(page: KeptPage | null): string {
  return page?.notRead ? ' It does not have what notRead names: that stays on the page by your hand.' : '';
}

type ToldLoss = NonNullable<Optimization['losses']>[number];

function nextOf(row: OptimizationRow): string {
  const { status, job_id: jobId, score_after: after } = row;
  if (status === 'awaiting_draft') return 'Read optimizations_brief, rewrite the page, and hand it in with optimizations_submit.';
  if (status === 'failed') return 'See error; ask again with optimizations_create.';
  if (status === 'canceled') return 'Ask again with optimizations_create.';
  if (status !== 'ready') return `Wait with jobs_get (waitSeconds) for ${jobId}.`;
  if (after === null) return 'Nothing was rewritten. To rewrite it yourself ask again with writer agent.';
  return 'include [changes] has what was changed, include [markdown] the text; put it on the page yourself.';
}
