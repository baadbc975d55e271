import type { AskedEngine } from '../../../../schema/ai-runs.ts';
import { howToConfigure } from '../../../../schema/providers.ts';
import type { Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import type { AnswerEngine } from '../../../providers/answer/answer.ts';
import { answerProviders, createAnswerEngine, type AnswerProvider } from '../../../providers/answer/index.ts';
import type { System } from '../../../system.ts';
import type { Integrations } from '../../account/index.ts';
import type { CrawledPages } from '../../site/index.ts';
import { createLocalEngine } from '../local/engine.ts';

/** An engine that a run can ask. */
export type RunEngine = AnswerEngine & { provider: AskedEngine };

/** Who answers for a project: those named, or else all that are configured. The local engine only where it is named. */
export type EnginesOf = (projectId: string, named?: readonly AskedEngine[], db?: Pick<Tx, 'selectFrom'>) => Promise<RunEngine[]>;

interface Needs {
  system: System;
  integrations: Pick<Integrations, 'findAll' | 'meter'>;
  crawledPages: CrawledPages;
}

export function createEngines({ system, integrations, crawledPages }: Needs): EnginesOf {
  return async (projectId, named: readonly AskedEngine[] = answerProviders, db) => {
    const wanted = answerProviders.filter((provider) => named.includes(provider));
    const configured = await integrations.findAll(projectId, wanted, db);
    const asked = configured.map(({ provider, settings }) =>
      createAnswerEngine(provider as AnswerProvider, { system, settings, meter: integrations.meter(projectId, provider) }),
    );
    const local = named.includes('local') ? [createLocalEngine(crawledPages, projectId)] : [];
    return [...(asked as RunEngine[]), ...local];
  };
}

const withoutKey = 'answer the prompts of prompts_list yourself, and keep that with ai_answers_submit';

/** Throws `integration_required` where one of those named is not configured, or nobody is. */
export function requireEngines(engines: readonly RunEngine[], named: readonly AskedEngine[] | undefined): void {
  const missing = answerProviders.find((name) => named?.includes(name) && !engines.some(({ provider }) => provider === name));
  if (missing !== undefined) {
    throw new AppError('integration_required', `${missing} is not configured.`, {
      hint: `${howToConfigure(missing)} Or without a key ${withoutKey}.`,
    });
  }
  if (engines.length > 0) return;
  throw new AppError('integration_required', 'No answer engine is configured.', {
    hint: `Configure ${answerProviders.join(', ')} with integrations_set, as integrations_list says. Or without a key ${withoutKey}; or have pages crawled (posts_refresh, competitors_add) for the local engine.`,
  });
}
