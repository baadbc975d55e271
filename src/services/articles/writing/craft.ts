import type { Usage } from '../../../../schema/articles.ts';
import type { BriefSection, WritingBrief } from '../../../../schema/drafts.ts';
import type { Judge } from '../../../writing/claims/judge.ts';
import type { Material } from './material.ts';
import { insufficientSources } from '../request.ts';
import type { StageWork } from './stages.ts';
import { writtenFrom, type Written } from './writers.ts';

/** What the outline stage leaves behind. */
export interface Outlined {
  sections: BriefSection[];
  /** What a model took for it; null where none was asked. */
  usage: Usage | null;
}

/** A draft in the making: what an interrupted attempt at it had done. */
export interface DraftSoFar {
  /** The introduction, then the sections in the outline's order; empty where nothing could be said. */
  done: string[];
  usage: Usage;
}

/** How one writer does the stages that writers do differently. */
export interface Craft {
  outline(brief: WritingBrief, stage: StageWork<Outlined>): Promise<Outlined>;
  draft(brief: WritingBrief, outlined: Outlined, stage: StageWork<DraftSoFar>): Promise<Written>;
  /** Who judges claims when the draft is checked, and what was taken for the article after that. */
  checking(written: Written): { judge?: Judge; usage(): Usage | null };
}

/** The extractive writer's, whose outline is the brief's; agents share that. */
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
