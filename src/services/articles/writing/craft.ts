import type { Usage } from '../../../../schema/articles.ts';
import type { BriefSection, WritingBrief } from '../../../../schema/drafts.ts';
import type { Judge } from '../../../writing/claims/judge.ts';
import type { Material } from './material.ts';
import { insufficientSources } from '../request.ts';
import type { StageWork } from './stages.ts';
import { writtenFrom, type NumberedEvidence, type Written } from '../../../writing/claims/written.ts';

/** The output of the outline stage. */
export interface Outlined {
  sections: BriefSection[];
  /** The model's usage; null if no model was asked. */
  usage: Usage | null;
}

/** An unfinished draft, from which an interrupted attempt resumes. */
export interface DraftSoFar {
  /** The introduction, then the sections in the outline's order; an empty string if nothing could be written. */
  done: string[];
  usage: Usage;
}

/** A section of an existing article, written again; its citations number its own evidence. */
export interface NewSection {
  /** Without its heading. */
  markdown: string;
  evidence: NumberedEvidence[];
  judge?: Judge;
  /** The model's usage for the article so far, including the judging of this section. */
  usage(): Usage | null;
}

/** A writer's own way of doing outline, draft and checks. */
export interface Craft {
  outline(brief: WritingBrief, stage: StageWork<Outlined>): Promise<Outlined>;
  draft(brief: WritingBrief, outlined: Outlined, stage: StageWork<DraftSoFar>): Promise<Written>;
  /** The judge of claims for the checks, and the usage for the article including them. */
  checking(written: Written): { judge?: Judge; usage(): Usage | null };
}

/** The extractive writer's craft. Its outline is the brief's, also for agents. */
export function extractiveCraft(material: Pick<Material, 'plan'>): Craft {
  return {
    outline: async ({ outline }) => ({ sections: outline, usage: null }),
    async draft() {
      const plan = await material.plan();
      if (!plan.ok) throw insufficientSources(plan);
      return writtenFrom(plan.composition);
    },
    checking: () => ({ usage: () => null }),
  };
}
