import type { System } from '../../../system.ts';
import type { ChatModel } from '../../../providers/llm/index.ts';
import type { OutlineSection, WritingBrief } from '../../../text/brief/shapes.ts';
import type { Integrations } from '../../integrations/integrations.ts';
import { chatModel } from '../../integrations/reach.ts';
import type { Craft } from '../craft.ts';
import type { ArticleRequest } from '../request.ts';
import { groundsOf, writeDraft, writeStretch } from './draft.ts';
import { judgeWith, type Judged } from './judge.ts';
import { proposeOutline } from './outline.ts';
import type { Told } from './prompts.ts';
import { openTalk, type Talk } from './talk.ts';
import type { Usage } from '../../../../schema/articles.ts';

interface Needs {
  system: System;
  integrations: Pick<Integrations, 'requireModel'>;
}

interface About {
  projectId: string;
  request: ArticleRequest;
  /** Ends the request under way as well. */
  signal: AbortSignal;
}

/** What the configured model writes. */
export interface ModelWriter extends Craft {
  /** One of an article's sections, written anew. The request's instructions hold. */
  section(brief: WritingBrief, sections: readonly OutlineSection[], index: number, told: readonly Told[]): Promise<{ markdown: string; usage: Usage }>;
}

/** Throws `integration_required` where no model is configured. Nothing is sent yet. */
export async function openModelWriter({ system, integrations }: Needs, { projectId, request, signal }: About): Promise<ModelWriter> {
  const model: ChatModel = chatModel(system, await integrations.requireModel(projectId));
  const judged: Judged = new Map();
  const pause = async () => {
    await system.pause(0);
    signal.throwIfAborted();
  };
  const judgeOf = (talk: Talk) => judgeWith(talk, { judged, system, contextTokens: model.contextTokens });
  const groundsFor = (brief: WritingBrief, talk: Talk) => groundsOf(brief, { judge: judgeOf(talk), system, pause });
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
      return writeDraft({ talk, grounds: groundsFor(brief, talk), request, outline: outlined.sections, stage });
    },

    checking(written) {
      const talk = openTalk(model, written.usage, signal);
      return { judge: judgeOf(talk), usage: talk.usage };
    },

    async section(brief, sections, index, told) {
      const talk = openTalk(model, null, signal);
      const markdown = await writeStretch({ talk, grounds: groundsFor(brief, talk) }, sections, index + 1, told);
      return { markdown, usage: talk.usage() };
    },
  };
}
