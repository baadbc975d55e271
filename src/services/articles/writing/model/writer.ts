import type { Usage } from '../../../../../schema/articles.ts';
import type { ChatModel } from '../../../../providers/llm/index.ts';
import type { WritingBrief } from '../../../../../schema/drafts.ts';
import type { Given } from '../../given.ts';
import type { Craft, NewSection } from '../craft.ts';
import { insufficientSources, type ArticleRequest } from '../../request.ts';
import { evidenceOf } from '../../../../writing/claims/written.ts';
import { checksOf, writeDraft, writeStretch } from './draft.ts';
import { judgeWith, maxSample, type Judged } from './judge.ts';
import { proposeOutline } from './outline.ts';
import { placeOf, stretchIndex } from './section.ts';
import { openTalk, type Talk } from '../../../../providers/llm/talk.ts';

interface About {
  projectId: string;
  request: ArticleRequest;
  /** Also aborts the running request. */
  signal: AbortSignal;
}

/** The writer that uses the configured model. */
export interface ModelWriter extends Craft {
  /** Rewrites one section of an existing article; the brief has its headings. Throws `insufficient_sources`. */
  section(brief: WritingBrief, wanted: { section: string; markdown: string; before: Usage | null }): Promise<NewSection>;
}

/** Throws `integration_required` if no model is configured. Sends nothing yet. */
export async function openModelWriter(
  { system, integrations, thread }: Given,
  { projectId, request, signal }: About,
): Promise<ModelWriter> {
  const model: ChatModel = await integrations.openChatModel(projectId);
  const judged: Judged = new Map();
  const own = await integrations.openJudge(projectId);
  const judgeOf = (talk: Talk) =>
    own ? judgeWith(talk.with(own), { judged, system, model: own, maxSample }) : judgeWith(talk, { judged, system, model });
  const checksFor = (brief: WritingBrief, talk: Talk) => checksOf(brief, { judge: judgeOf(talk), system, thread, signal });
  const isGiven = (request.outline ?? []).some((heading) => /[^\s#]/.test(heading));

  return {
    async outline(brief, stage) {
      const talk = openTalk(model, stage.saved?.usage ?? null, signal);
      try {
        return { sections: await proposeOutline(talk, brief, isGiven), usage: talk.usage() };
      } catch (thrown) {
        await stage.save({ sections: brief.outline, usage: talk.usage() }, 'outlining', 0.4).catch(() => {});
        throw thrown;
      }
    },

    async draft(brief, outlined, stage) {
      const talk = openTalk(model, stage.saved?.usage ?? outlined.usage, signal);
      return writeDraft({ talk, checks: checksFor(brief, talk), request, outline: outlined.sections, stage });
    },

    checking(written) {
      const talk = openTalk(model, written.usage, signal);
      return { judge: judgeOf(talk), usage: talk.usage };
    },

    async section(brief, { section, markdown, before }) {
      const index = stretchIndex(brief, section);
      if (index < 0) throw insufficientSources({ reason: `The sources hold nothing that would stand under ${JSON.stringify(section)}.` });
      const talk = openTalk(model, before, signal);
      const { told } = await placeOf(markdown, section);
      const text = await writeStretch({ talk, checks: checksFor(brief, talk) }, brief.outline, index, told);
      if (text === '')
        throw insufficientSources({ reason: `The sources bear nothing out that the model writes under ${JSON.stringify(section)}.` });
      return { markdown: text, evidence: evidenceOf(brief.passages), judge: judgeOf(talk), usage: talk.usage };
    },
  };
}
