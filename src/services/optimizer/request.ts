import type { NewOptimization, OptimizationWriter } from '../../../schema/optimizations.ts';
import type { Project } from '../../../schema/projects.ts';
import type { OptimizationRow } from '../../db/rows/optimizer.ts';
import type { Integrations } from '../account/index.ts';
import { parsed } from '../common/wire.ts';

/** The kind of job that works on one optimization. */
export const optimizePage = 'optimizations.run';

/** What was asked for; stored, so that work can resume after an interruption. */
export interface OptimizationRequest {
  /** Null: the page's own. */
  keyword: string | null;
  /** Null: they are looked for. */
  competitorUrls: string[] | null;
  /** Null: the project's whole knowledge base. */
  sources: string[] | null;
  instructions: string | null;
  /** Null: the page's. */
  language: string | null;
}

export function requestFrom({ keyword, competitorUrls, sources, instructions, language }: NewOptimization): OptimizationRequest {
  return {
    keyword: keyword ?? null,
    competitorUrls: competitorUrls ?? null,
    sources: sources ?? null,
    instructions: instructions ?? null,
    language: language ?? null,
  };
}

export function requestOf({ request }: Pick<OptimizationRow, 'request'>): OptimizationRequest {
  return parsed<OptimizationRequest>(request);
}

/** The writer: the requested one, else the project's, else the model if one is configured; without any, nothing is rewritten. Throws `integration_required`. */
export async function chooseWriter(
  integrations: Pick<Integrations, 'hasModel' | 'requireModel'>,
  asked: OptimizationWriter | undefined,
  { id, articleDefaults }: Pick<Project, 'id' | 'articleDefaults'>,
): Promise<OptimizationWriter> {
  const writer = asked ?? articleDefaults.writer ?? ((await integrations.hasModel(id)) ? 'llm' : 'none');
  if (writer === 'llm') await integrations.requireModel(id);
  return writer;
}
