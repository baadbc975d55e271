import type { AskedSource } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Store } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { createKeywordData } from '../../../providers/keyword-data/index.ts';
import type { KeywordData } from '../../../providers/keyword-data/keyword-data.ts';
import type { System } from '../../../system.ts';
import type { Integrations } from '../../account/index.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import type { Hosts } from '../../common/hosts.ts';
import { isoTime } from '../../common/wire.ts';
import { keptResults, type KeptResults } from '../results/kept.ts';
import { keepMetrics, keptMetrics, type KeptMetrics } from './kept.ts';

const provider = 'dataforseo';

/** What is kept of keywords, and what stood in the way of more. */
export interface Known {
  /** What a provider of keyword data said of it. */
  metricsOf(keyword: string): KeptMetrics | undefined;
  /** Its results page, as it was when somebody last looked. */
  pageOf(keyword: string): KeptResults | undefined;
  /** Why there are no figures of a keyword of which nothing is kept. */
  otherwise: string;
  isConfigured: boolean;
  asked: AskedSource[];
}

export interface FigureNeeds {
  store: Store;
  system: System;
  hosts: Hosts;
  integrations: Pick<Integrations, 'find' | 'meter'>;
}

interface Wanted {
  keywords: readonly string[];
  country: string | null;
  language: string;
}

type Why = NonNullable<AskedSource['why']>;
type Kept = Map<string, KeptMetrics>;

/** What is kept of keywords. Nobody is asked. */
export async function keptFigures(needs: FigureNeeds, project: Pick<Project, 'id'>, wanted: Wanted): Promise<Known> {
  const isConfigured = (await needs.integrations.find(project.id, provider)) !== undefined;
  const kept = await keptFor(needs, wanted);
  const asked = kept.size > 0 ? [{ ...readFrom(kept), requests: 0, why: null }] : [];
  return toKnown(needs, wanted, { kept, isConfigured, asked, otherwise: isConfigured ? 'not_checked' : 'integration_required' });
}

/** What is kept of keywords, and what the provider says of the others where one is configured. What goes wrong is told, never thrown. */
export async function askedFigures(
  needs: FigureNeeds,
  project: Pick<Project, 'id'>,
  wanted: Wanted,
  signal: AbortSignal = needs.system.closing,
): Promise<Known> {
  const configured = await needs.integrations.find(project.id, provider);
  if (!configured) return keptFigures(needs, project, wanted);
  const kept = await keptFor(needs, wanted);
  const data = createKeywordData(needs.system, configured.settings, needs.integrations.meter(project.id, provider));
  const open = openAmong(wanted, kept);
  const refusal = open.length === 0 ? null : refusalOf(data, wanted);
  const fresh = open.length === 0 || refusal ? nothingAsked(refusal) : await askInTurn(needs, data, { ...wanted, keywords: open }, signal);
  const { requests, cost, why } = fresh;
  return toKnown(needs, wanted, {
    kept: new Map([...kept, ...fresh.kept]),
    isConfigured: true,
    otherwise: why?.reason ?? 'not_checked',
    asked: [{ ...readFrom(new Map([...kept, ...fresh.read])), requests, cost, why }],
  });
}

interface Fresh {
  kept: Kept;
  /** Those that somebody else had asked for meanwhile. */
  read: Kept;
  requests: number;
  cost: number | null;
  why: Why | null;
}

const nothingAsked = (why: Why | null): Fresh => ({ kept: new Map(), read: new Map(), requests: 0, cost: 0, why });

const openAmong = ({ keywords }: Wanted, kept: Kept) => keywords.filter((keyword) => !kept.has(writtenKey(keyword)));

function refusalOf(data: KeywordData, { country, language }: Wanted): Why | null {
  if (country === null) return { reason: 'not_checked', detail: 'Figures are those of a country: name it with country.' };
  const detail = data.cannot({ country, language });
  return detail === null ? null : { reason: 'not_applicable', detail };
}

/** One question after the other, over all processes: whoever asks the same meanwhile finds it answered. */
async function askInTurn(needs: FigureNeeds, data: KeywordData, wanted: Wanted, signal: AbortSignal): Promise<Fresh> {
  return needs.hosts.visit(turnName, { maxAtOnce: 1, delayMs: 0 }, signal, async () => {
    const read = await keptFor(needs, wanted);
    const open = openAmong(wanted, read);
    const fresh = open.length === 0 ? nothingAsked(null) : await ask(needs, data, { ...wanted, keywords: open }, signal);
    return { ...fresh, kept: new Map([...read, ...fresh.kept]), read };
  });
}

const turnName = `https://${provider}.keywords`;

async function ask({ store, system }: FigureNeeds, data: KeywordData, wanted: Wanted, signal: AbortSignal): Promise<Fresh> {
  const market = { country: wanted.country ?? '', language: wanted.language };
  try {
    const { rows, requests, cost } = await data.metrics(wanted.keywords, market, signal);
    const kept = await store.write(async (tx) => {
      const checkedAt = system.now();
      const fresh = rows.map(({ keyword, figures, why }) => ({ keyword: writtenKey(keyword), provider, figures, why, checkedAt }));
      await keepMetrics(tx, market, fresh);
      return fresh;
    });
    return { kept: new Map(kept.map((row) => [row.keyword, row])), read: new Map(), requests, cost, why: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    return refusedBy(error);
  }
}

/** Told beside all that is known otherwise. */
function refusedBy(error: AppError): Fresh {
  const why = {
    reason: error.code === 'cap_reached' ? error.code : 'provider_error',
    detail: [error.message, error.hint].filter(Boolean).join(' '),
  };
  return unsent.has(error.code) ? nothingAsked(why) : { ...nothingAsked(why), requests: 1, cost: null };
}

const unsent = new Set<string>(['cap_reached', 'prices_missing']);

async function keptFor({ store, system }: Pick<FigureNeeds, 'store' | 'system'>, { keywords, country, language }: Wanted): Promise<Kept> {
  if (country === null) return new Map();
  const rows = await keptMetrics(store.db, { country, language }, keywords.map(writtenKey), system.now());
  return new Map(rows.map((row) => [row.keyword, row]));
}

function readFrom(kept: Kept): Pick<AskedSource, 'source' | 'kept' | 'keptSince'> {
  return { source: provider, kept: kept.size, keptSince: oldestOf([...kept.values()].map(({ checkedAt }) => checkedAt)) };
}

export function oldestOf(times: readonly number[]): string | null {
  return times.length === 0 ? null : isoTime(times.reduce((one, other) => Math.min(one, other)));
}

/** Keywords whose results pages are read in one statement. */
const pagesAtOnce = 100;

async function toKnown(
  { store, system }: FigureNeeds,
  { keywords, country, language }: Wanted,
  { kept, asked, ...told }: Pick<Known, 'isConfigured' | 'otherwise' | 'asked'> & { kept: Kept },
): Promise<Known> {
  const turn = system.turns();
  const pages = new Map<string, KeptResults>();
  for (let at = 0; at < keywords.length; at += pagesAtOnce) {
    const some = await keptResults(store.db, { country, language }, keywords.slice(at, at + pagesAtOnce), system.now());
    for (const [key, page] of some) pages.set(key, page);
    await turn();
  }
  const oldest = oldestOf([...pages.values()].map(({ checkedAt }) => Date.parse(checkedAt)));
  const read: AskedSource[] = pages.size === 0 ? [] : [{ source: 'results', requests: 0, kept: pages.size, keptSince: oldest, why: null }];
  return {
    ...told,
    asked: [...asked, ...read],
    metricsOf: (keyword) => kept.get(writtenKey(keyword)),
    pageOf: (keyword) => pages.get(writtenKey(keyword)),
  };
}
