import type { Project } from '../../../schema/projects.ts';
import type { Store } from '../../db/open.ts';
import type { ArticleRow } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { replaceSection, sectionsOf, sectionText } from '../../text/markdown-sections.ts';
import type { JobAttempt, JobKind } from '../jobs/attempt.ts';
import type { KnowledgeBase } from '../knowledge/knowledge.ts';
import type { Projects } from '../projects.ts';
import { contentOf, writeContent } from './content.ts';
import { evidenceIn, refuseOther } from './editing.ts';
import type { Finishing } from './finish.ts';
import { gatherMaterial } from './material.ts';
import { insufficientSources, requestOf } from './request.ts';
import { articleRow } from './rows.ts';
import { outlinesOf, writtenFrom, type Evidence } from './writers.ts';

/** The kind of job that writes one section of an article anew. */
export const rewriteSection = 'article.section';

interface Needs {
  store: Store;
  system: System;
  knowledge: KnowledgeBase;
  projects: Projects;
  finishing: Finishing;
}

interface Wanted {
  section: string;
  instructions: string | null;
}

/** A section as it was written anew; its citations name its own evidence. */
interface NewSection {
  markdown: string;
  evidence: Evidence[];
}

/** The numbers of what is cited anew begin here, so that they are none of those that the article has. */
const newNumbers = 500;

export function createSectionWriting({ store, system, knowledge, projects, finishing }: Needs): JobKind {
  /** The sources' sentences under this heading, as an article with these headings would have them now. */
  async function extract(row: ArticleRow, project: Project, { section }: Wanted, attempt: JobAttempt): Promise<NewSection> {
    const markdown = row.content_markdown ?? '';
    const outline = sectionsOf(markdown).flatMap(({ heading, level }) => (level === 2 ? [heading] : []));
    const request = { ...requestOf(row), outline };
    const pause = async () => {
      await system.pause(0);
      attempt.signal.throwIfAborted();
    };
    const { plan } = await gatherMaterial({ knowledge, project, request, documentIds: undefined, pause });
    if (!plan.ok) throw insufficientSources(plan);
    const { draft, evidence } = writtenFrom(plan.composition);
    const text = sectionText(draft.markdown, section);
    if (!text) throw insufficientSources({ reason: `The sources hold nothing that would stand under ${JSON.stringify(section)}.` });
    return { markdown: text, evidence };
  }

  return {
    async run(attempt) {
      const row = await articleRow(store.db, attempt.resourceId);
      const wanted = attempt.state as Wanted;
      const project = await projects.get(row.project_id);
      await attempt.report('writing the section', 0.2);
      const fresh = await extract(row, project, wanted, attempt);
      await attempt.report('checking', 0.8);
      const before = contentOf(row);
      const changed = replaceSection(before.markdown, wanted.section, withNumbersFrom(fresh.markdown, newNumbers));
      if (!changed.ok) throw new AppError('conflict', 'The section has gone meanwhile.', { hint: 'See articles_get.' });
      const request = requestOf(row);
      const evidence = [
        ...(await evidenceIn(store.db, before.sources)),
        ...fresh.evidence.map((one) => ({ ...one, number: one.number + newNumbers })),
      ];
      const { finished } = await finishing.finish({
        article: row,
        request: { ...request, includeImage: false },
        project,
        written: {
          draft: { ...before, markdown: changed.markdown },
          ...outlinesOf(changed.markdown, request.outline ?? [], before.outline),
          language: before.language,
          evidence,
          verbatim: false,
          usage: null,
        },
        brief: null,
      });
      return {
        async write(tx) {
          refuseOther(await articleRow(tx, row.id), row.version);
          const now = await writeContent(tx, row, finished, { reason: 'regenerated', now: system.now() });
          return { articleId: row.id, section: wanted.section, version: now?.version ?? row.version, score: finished.score };
        },
      };
    },
    // The article stays what it is.
    async failed() {},
    async canceled() {},
  };
}

/** The same text with every citation's number raised, so that it names other evidence. */
function withNumbersFrom(markdown: string, offset: number): string {
  return markdown.replace(/\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()/g, (_, numbers: string) => {
    const raised = numbers.split(/\s*[,;]\s*/).map((number) => Number(number) + offset);
    return `[${raised.join(', ')}]`;
  });
}
