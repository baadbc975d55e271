import type { MeasuredKeyword } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Store } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { createKeywordData } from '../../../providers/keyword-data/index.ts';
import type { KeywordAnswer } from '../../../providers/keyword-data/keyword-data.ts';
import type { System } from '../../../system.ts';
import type { Integrations } from '../../account/index.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { isoTime } from '../../common/wire.ts';
import { keepMetrics, keptMetrics, type KeptMetrics } from './kept.ts';

const names = ['searchVolume', 'cpc', 'competition', 'difficulty'] as const;
const provider = 'dataforseo';

type Figures = Pick<MeasuredKeyword, (typeof names)[number]> & {
  measured: NonNullable<MeasuredKeyword['measured']>;
  why: Record<string, string>;
};

/** What is known of keywords, and in words what stood in the way of more. */
export interface Known {
  of(keyword: string): Figures;
  isConfigured: boolean;
  problem: string | null;
}

export interface FigureNeeds {
  store: Store;
  system: System;
  integrations: Pick<Integrations, 'find' | 'meter'>;
}

interface Wanted {
  keywords: readonly string[];
  country: string | null;
  language: string;
}

/** What is kept of keywords. Nobody is asked. */
export async function keptFigures(needs: FigureNeeds, project: Pick<Project, 'id'>, wanted: Wanted): Promise<Known> {
  const isConfigured = (await needs.integrations.find(project.id, provider)) !== undefined;
  return toKnown(await keptFor(needs, wanted), isConfigured ? 'not_checked' : 'integration_required', { isConfigured, problem: null });
}

/** What is kept of keywords, and what the provider says of the others where one is configured. What goes wrong is told, never thrown. */
export async function askedFigures(needs: FigureNeeds, project: Pick<Project, 'id'>, wanted: Wanted, signal?: AbortSignal): Promise<Known> {
  const { store, system, integrations } = needs;
  const configured = await integrations.find(project.id, provider);
  const kept = await keptFor(needs, wanted);
  if (!configured) return toKnown(kept, 'integration_required', { isConfigured: false, problem: null });
  const { country, language } = wanted;
  const open = wanted.keywords.filter((keyword) => !kept.has(writtenKey(keyword)));
  if (open.length === 0) return toKnown(kept, 'not_checked', { isConfigured: true, problem: null });
  if (country === null)
    return toKnown(kept, 'not_checked', { isConfigured: true, problem: 'Figures are those of a country: name it with country.' });
  const data = createKeywordData(system, configured.settings, integrations.meter(project.id, provider));
  const refusal = data.cannot({ country, language });
  if (refusal !== null) return toKnown(kept, 'not_applicable', { isConfigured: true, problem: refusal });
  try {
    const answers = await data.metrics(open, { country, language }, signal);
    const fresh = await store.write(async (tx) => {
      const rows = toKept(answers, system.now());
      await keepMetrics(tx, { country, language }, rows);
      return rows;
    });
    return toKnown(new Map([...kept, ...fresh.map((row) => [row.keyword, row] as const)]), 'not_checked', { isConfigured: true, problem: null }); // prettier-ignore
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toKnown(kept, error.code === 'cap_reached' ? 'cap_reached' : 'provider_error', { isConfigured: true, problem: error.message });
  }
}

async function keptFor({ store, system }: FigureNeeds, { keywords, country, language }: Wanted): Promise<Map<string, KeptMetrics>> {
  if (country === null) return new Map();
  const rows = await keptMetrics(store.db, { country, language }, keywords.map(writtenKey), system.now());
  return new Map(rows.map((row) => [row.keyword, row]));
}

function toKept(answers: readonly KeywordAnswer[], checkedAt: number): KeptMetrics[] {
  return answers.map(({ keyword, figures, why }) => ({ keyword: writtenKey(keyword), provider, figures, why, checkedAt }));
}

function toKnown(kept: ReadonlyMap<string, KeptMetrics>, otherwise: string, told: Omit<Known, 'of'>): Known {
  return {
    ...told,
    of(keyword) {
      const row = kept.get(writtenKey(keyword));
      const found: Figures = { searchVolume: null, cpc: null, competition: null, difficulty: null, measured: {}, why: {} };
      for (const name of names) {
        const figure = row?.figures?.[name] ?? null;
        found[name] = figure;
        if (figure === null) found.why[name] = row ? (row.why ?? 'provider_has_none') : otherwise;
        else found.measured[name] = { source: row!.provider, checkedAt: isoTime(row!.figures!.updatedAt ?? row!.checkedAt) };
      }
      return found;
    },
  };
}
