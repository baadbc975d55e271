import type { AskedEngine } from '../../../../schema/ai-runs.ts';
import type { Project } from '../../../../schema/projects.ts';
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

/** Who answers for a project: those named, or else all that are configured. */
export type EnginesOf = (
  project: Pick<Project, 'id' | 'language'>,
  named?: readonly AskedEngine[],
  db?: Pick<Tx, 'selectFrom'>,
) => Promise<RunEngine[]>;

interface Needs {
  system: System;
  integrations: Pick<Integrations, 'findAll' | 'meter'>;
  crawledPages: Pick<CrawledPages, 'search' | 'hostsOf'>;
}

export function createEngines({ system, integrations, crawledPages }: Needs): EnginesOf {
  return async (project, named = answerProviders, db) => {
    const wanted = answerProviders.filter((provider) => named.includes(provider));
    const configured = await integrations.findAll(project.id, wanted, db);
    const asked: AnswerEngine[] = configured.map(({ provider, settings }) =>
      createAnswerEngine(provider as AnswerProvider, { system, settings, meter: integrations.meter(project.id, provider) }),
    );
    if (named.includes('local')) asked.push(createLocalEngine(crawledPages, project));
    return asked as RunEngine[];
  };
}

/** How often an engine is asked each prompt: the local one says the same each time, which would only seem to be more answers. */
export function timesOf(provider: AskedEngine, runs: number): number {
  return provider === 'local' ? 1 : runs;
}

const withoutKey =
  'engines ["local"] estimates from crawled pages, or answer the prompts of prompts_list yourself and keep that with ai_answers_submit';

/** Throws `integration_required` where one of those named is not configured, or nobody is. */
export function requireEngines(engines: readonly RunEngine[], named: readonly AskedEngine[] | undefined): void {
  const missing = named?.find((name) => !engines.some(({ provider }) => provider === name));
  if (missing !== undefined && missing !== 'local') {
    throw new AppError('integration_required', `${missing} is not configured.`, {
      hint: `${howToConfigure(missing)} Or without a key: ${withoutKey}.`,
    });
  }
  if (engines.length > 0) return;
  throw new AppError('integration_required', 'No answer engine is configured.', {
    hint: `Configure ${answerProviders.join(', ')} with integrations_set, as integrations_list says. Or without a key: ${withoutKey}.`,
  });
}
