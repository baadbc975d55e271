import type { Project } from '../../../schema/projects.ts';
import type { OptimizationRow } from '../../db/rows/optimizer.ts';
import { AppError } from '../../errors.ts';
import type { PageScore } from '../../writing/optimize/shapes.ts';
import type { Hosts } from '../common/hosts.ts';
import type { Done, JobAttempt, JobKind, Waiting } from '../common/jobs.ts';
import { parsed } from '../common/wire.ts';
import type { Ends } from './ends.ts';
import type { Given } from './given.ts';
import { askedOn, chooseCompetitors, type ChosenBasis } from './reading/choose.ts';
import { addCandidates, readCompetitors } from './reading/competitors.ts';
import { readTarget } from './reading/target.ts';
import { requestOf } from './request.ts';
import { documentsFor } from './rewriting/documents.ts';
import { findPassages, type Sources } from './rewriting/passages.ts';
import { firstNumber } from '../../writing/rewrite/page.ts';
import { competitorsOf, optimizationRow, pageOf, scoreOf } from './rows.ts';
import type { Rewriting } from './rewriting/rewrite.ts';

interface Running {
  row: OptimizationRow;
  project: Project;
  attempt: JobAttempt;
}

/** From address to score, and on to the rewritten text. What was read and made is kept: after an interruption nothing is fetched twice. */
export function createOptimizing(given: Given & { hosts: Hosts; ends: Ends; rewriting: Rewriting }): JobKind {
  const { store, system, projects, thread, config, ends, rewriting } = given;

  /** What is done is written together with the beginning of the next step. */
  async function change(running: Running, values: Partial<OptimizationRow>, step: string, progress: number): Promise<Running> {
    const { row, attempt } = running;
    await attempt.report(step, progress, async (tx) => {
      await tx.updateTable('optimizations').set({ ...values, updated_at: system.now() }).where('id', '=', row.id).execute(); // prettier-ignore
    });
    return { ...running, row: { ...row, ...values } };
  }

  async function withPage(running: Running): Promise<Running> {
    if (running.row.page !== null) return running;
    const fetching = await change(running, { status: 'fetching', error: null }, 'reading the page', 0.05);
    const { page, hash, keyword, source, language } = await readTarget(given, fetching.row, fetching.project, running.attempt.signal);
    const read = { page: JSON.stringify(page), page_hash: hash, read_at: system.now(), keyword, keyword_source: source, language };
    return change(fetching, read, 'choosing competitors', 0.12);
  }

  async function withCompetitors(running: Running): Promise<Running> {
    const { row, project, attempt } = running;
    if (row.before !== null) return running;
    const target = pageOf(row)!;
    const basis = row.basis === null ? await choose(running) : parsed<ChosenBasis>(row.basis);
    await readCompetitors(given, { attempt, project, basis, target });
    return change(running, { status: 'scoring' }, 'scoring', 0.7);
  }

  async function choose({ row, project, attempt }: Running): Promise<ChosenBasis> {
    const { competitorUrls } = requestOf(row);
    const { keyword, language } = row;
    const named = competitorUrls?.map((url) => ({ url, rank: null }));
    const choice = named
      ? { basis: { kind: 'given' as const, source: null, checkedAt: null, why: null }, candidates: named }
      : await chooseCompetitors(given, project, { keyword: keyword!, language: language!, url: pageOf(row)!.url, signal: attempt.signal });
    await attempt.report('reading competitors', 0.15, async (tx) => {
      await tx.updateTable('optimizations').set({ basis: JSON.stringify(choice.basis), updated_at: system.now() }).where('id', '=', row.id).execute(); // prettier-ignore
      await addCandidates(tx, row.id, choice.candidates);
    });
    return choice.basis;
  }

  async function withScore(running: Running): Promise<Running> {
    const { row, project, attempt } = running;
    if (row.before !== null) return running;
    const { keyword, language } = { keyword: row.keyword!, language: row.language! };
    const asked = await askedOn(given, project, { keyword, language });
    const input = {
      keyword,
      language,
      page: pageOf(row)!,
      competitors: await competitorsOf(store.db, row.id),
      asked,
      siteUrl: project.siteUrl,
    };
    const before = await thread.run('scorePage', [input], attempt.signal);
    return change(
      running,
      { before: JSON.stringify(before), score_before: before.score, asked: JSON.stringify(asked) },
      'choosing passages',
      0.75,
    );
  }

  /** What may be cited is looked for once, so that its numbers stay. */
  async function withPassages(running: Running, score: PageScore): Promise<Running> {
    const { row, project, attempt } = running;
    if (row.passages !== null) return running;
    const page = pageOf(row)!;
    const documentIds = await documentsFor(given, row, attempt.signal);
    const wanted = { project, keyword: row.keyword!, page, score, documentIds, first: firstNumber(page.markdown) };
    const sources: Sources = await findPassages(given, wanted);
    return change(running, { passages: JSON.stringify(sources) }, 'choosing passages', 0.8);
  }

  /** Waits for the agent's text or its deadline; until then nothing runs. */
  function waitForText({ row }: Running): Waiting {
    const now = system.now();
    const until = row.draft_due_at ?? now + config.draftDeadlineMs;
    return {
      waitsFor: 'draft',
      until,
      async write(tx) {
        const waiting = { status: 'awaiting_draft', draft_due_at: until, updated_at: system.now() };
        await tx.updateTable('optimizations').set(waiting).where('id', '=', row.id).execute();
      },
    };
  }

  async function rewrite(running: Running): Promise<Done> {
    const writing = await change(running, { status: 'rewriting' }, 'rewriting', 0.85);
    const end = await rewriting.write(writing.row, writing.project, writing.attempt);
    return { write: (tx) => ends.ready(tx, running.row.id, end) };
  }

  return {
    resumes: true,

    async run(attempt) {
      const row = await optimizationRow(store.db, attempt.resourceId);
      if (row.draft_due_at !== null && row.draft_due_at <= system.now()) throw tooLate(config.draftDeadlineMs);
      const project = await projects.get(row.project_id);
      const scored = await withScore(await withCompetitors(await withPage({ row, project, attempt })));
      if (row.writer === 'none') return { write: (tx) => ends.ready(tx, row.id, null) };
      const prepared = await withPassages(scored, scoreOf(scored.row)!);
      return row.writer === 'agent' ? waitForText(prepared) : rewrite(prepared);
    },

    failed: (tx, id, error) => ends.failed(tx, id, error),
    canceled: ends.canceled,
  };
}

function tooLate(deadlineMs: number): AppError {
  return new AppError('draft_timeout', `No rewritten text was submitted within ${Math.round(deadlineMs / 86_400_000)} days.`, {
    hint: 'Ask again with optimizations_create, and hand it in with optimizations_submit.',
  });
}
