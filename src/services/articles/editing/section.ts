import type { Usage } from '../../../../schema/articles.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { AppError } from '../../../errors.ts';
import { replaceSection, sectionsOf, sectionText } from '../../../markdown/sections.ts';
import type { Given } from '../given.ts';
import type { JobAttempt, JobKind } from '../../common/jobs.ts';
import { parsedOrNull } from '../../common/wire.ts';
import { quotesIn } from '../../../writing/claims/kept.ts';
import { claimsOf } from '../claims.ts';
import { contentOf, writeContent } from '../content.ts';
import type { PublishingInTurn } from '../publishing/auto/auto-publish.ts';
import { evidenceIn, refuseOther } from './editing.ts';
import type { Finishing, Unfinished } from '../writing/finish.ts';
import type { NewSection } from '../writing/craft.ts';
import { openMaterial } from '../writing/material.ts';
import { insufficientSources, requestOf } from '../request.ts';
import type { Research } from '../writing/research.ts';
import { articleRow } from '../rows.ts';
import { briefToScoreBy, storedOutput } from '../writing/stored-brief.ts';
import { citedAnswers, outlinesOf, withNumbersFrom, writtenFrom, type Written } from '../../../writing/claims/written.ts';

/** The kind of job that rewrites one section of an article. */
export const rewriteSection = 'article.section';

interface Wanted {
  section: string;
  instructions: string | null;
}

/** A section being rewritten. */
interface Rewriting {
  row: ArticleRow;
  project: Project;
  wanted: Wanted;
  attempt: JobAttempt;
}

/** New citations are numbered from here, so that they do not clash with the article's. */
const newNumbers = 500;

export function createSectionWriting(given: Given & { finishing: Finishing; inTurn: Pick<PublishingInTurn, 'changed'> }): JobKind {
  const { store, system, projects, finishing, inTurn } = given;

  /** The knowledge base's current material for an article with these headings. */
  async function materialFor(
    { row, project, attempt }: Rewriting,
    outline: string[],
    by: { instructions: string | null; verbatim: boolean },
  ) {
    const before = requestOf(row);
    const request = { ...before, outline, instructions: by.instructions ?? before.instructions };
    const documentIds = (await storedOutput<Research>(store.db, row.id, 'research'))?.documentIds ?? undefined;
    const { signal } = attempt;
    return { request, material: openMaterial({ ...given, project, request, documentIds, verbatim: by.verbatim, signal }) };
  }

  /** The source sentences that an article with these headings would now have in this section. */
  async function extract(rewriting: Rewriting): Promise<NewSection> {
    const { row, wanted } = rewriting;
    const sections = await sectionsOf(row.content_markdown ?? '');
    const outline = sections.flatMap(({ heading, level }) => (level === 2 ? [heading] : []));
    const plan = await (await materialFor(rewriting, outline, { instructions: null, verbatim: true })).material.plan();
    if (!plan.ok) throw insufficientSources(plan);
    const { draft, evidence } = writtenFrom(plan.composition);
    const text = await sectionText(draft.markdown, wanted.section);
    if (!text) throw insufficientSources({ reason: `The sources hold nothing that would stand under ${JSON.stringify(wanted.section)}.` });
    return { markdown: text, evidence, usage: () => parsedOrNull<Usage>(row.usage) };
  }

  async function compose(rewriting: Rewriting): Promise<NewSection> {
    const { row, wanted, attempt } = rewriting;
    const { section, instructions } = wanted;
    const { openModelWriter } = await import('../writing/model/writer.ts');
    const { placeOf } = await import('../writing/model/section.ts');
    const markdown = row.content_markdown ?? '';
    const { headings } = await placeOf(markdown, section);
    const { signal } = attempt;
    const { request, material } = await materialFor(rewriting, headings, { instructions, verbatim: false });
    const { brief } = await material.prepare(store.db, row.id, []);
    const writer = await openModelWriter(given, { projectId: row.project_id, request, signal });
    return writer.section(brief, { section, markdown, before: parsedOrNull<Usage>(row.usage) });
  }

  /** The article with the new section, and the evidence of both. */
  async function unfinished({ row, project, wanted, attempt }: Rewriting, { markdown, evidence, judge }: NewSection): Promise<Unfinished> {
    const before = contentOf(row);
    const changed = await replaceSection(before.markdown, wanted.section, withNumbersFrom(markdown, newNumbers));
    if (!changed.ok) throw new AppError('conflict', 'The section has gone meanwhile.', { hint: 'See articles_get.' });
    const request = requestOf(row);
    const added = evidence.map((one) => ({ ...one, number: one.number + newNumbers }));
    const written: Written = {
      draft: { ...before, markdown: changed.markdown, faq: citedAnswers(before.faq, before.sources) },
      ...outlinesOf(changed.markdown, request.outline ?? [], before.outline),
      language: before.language,
      evidence: [...(await evidenceIn(store.db, before)), ...added],
      verbatim: false,
      usage: null,
    };
    return {
      article: row,
      request: { ...request, includeImage: false },
      project,
      written,
      brief: await briefToScoreBy(store.db, row),
      quoted: { kept: quotesIn(before.evidence), brought: [] },
      known: claimsOf(row),
      judge,
      signal: attempt.signal,
    };
  }

  return {
    async run(attempt) {
      const row = await articleRow(store.db, attempt.resourceId);
      const wanted = attempt.state as Wanted;
      const project = await projects.get(row.project_id);
      await attempt.report('writing the section', 0.2);
      const rewriting = { row, project, wanted, attempt };
      const fresh = await (row.writer === 'llm' ? compose(rewriting) : extract(rewriting));
      await attempt.report('checking', 0.8);
      const { finished } = await finishing.finish(await unfinished(rewriting, fresh));
      const usage = fresh.usage();
      return {
        async write(tx) {
          refuseOther(await articleRow(tx, row.id), row.version);
          const values = { reason: 'regenerated' as const, now: system.now(), usage: usage && JSON.stringify(usage) };
          const now = await writeContent(tx, row, finished, values);
          if (now) await inTurn.changed(tx, now);
          return { articleId: row.id, section: wanted.section, version: now?.version ?? row.version, score: finished.score };
        },
      };
    },
    // The article stays as it is.
    async failed() {},
    async canceled() {},
  };
}
