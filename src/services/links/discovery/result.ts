import type { LinkProspect } from '../../../../schema/link-building.ts';
import type { FindableKind } from '../../../../schema/link-discovery.ts';
import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { MailBasis } from '../outreach/material.ts';
import { openToMail } from '../outreach/standing.ts';
import { toProspects } from '../prospects/row.ts';
import type { Gathered } from './candidates.ts';
import type { Ground } from './ground.ts';
import { lackOf } from './lacks.ts';
import type { DiscoveryState } from './start.ts';

/** What came of a page, as it is kept until the search ends. */
export interface Outcome {
  saw: 'page' | 'linked' | 'selling' | 'elsewhere' | 'forbidden' | 'failed';
  /** What it was judged for, and what was found. */
  judged: FindableKind[];
  found: FindableKind[];
  prospectId?: string;
  host?: string;
  isNew?: boolean;
  erased?: boolean;
}

interface KindResult {
  kind: FindableKind;
  /** Pages judged for it. */
  lookedAt: number;
  found: number;
  /** Why nothing, or not more: in codes, and what to do about it. */
  why: string | null;
  hint: string | null;
}

/** Prospects that a result tells of; link_prospects_list has all. */
const maxBest = 10;

/** A prospect with what a mail is written from. Results of jobs outlive contacts: they hold no addresses. */
type Best = Pick<LinkProspect, 'id' | 'host' | 'score' | 'bestOpportunity' | 'targetSuggestion'> & {
  contact: Pick<NonNullable<LinkProspect['contact']>, 'source' | 'why'> | null;
};

/** Those of a search that nobody has written to: whom one can write to first, then the best. */
export async function bestOf(tx: Tx, outcomes: readonly Outcome[], kinds: readonly FindableKind[], now: number): Promise<Best[]> {
  const ids = prospectsIn(outcomes).map(({ id }) => id);
  const all = tx.selectFrom('link_prospects').selectAll().where('id', 'in', idsIn(ids)).where('status', '=', 'prospected');
  const rows = await all.orderBy('score', 'desc').orderBy('id', 'desc').execute();
  const withContact = rows.filter(({ contact_key }) => contact_key !== null);
  const open = new Set((await openToMail(tx, withContact, now)).map(({ id }) => id));
  const [first, others] = [rows.filter(({ id }) => open.has(id)), rows.filter(({ id }) => !open.has(id))];
  const prospects = await toProspects(tx, [...first, ...others].slice(0, maxBest), kinds);
  return prospects.map(({ id, host, score, bestOpportunity, targetSuggestion, contact }) => ({
    id,
    host,
    score,
    bestOpportunity,
    targetSuggestion,
    contact: contact === null || !open.has(id) ? null : { source: contact.source, why: contact.why },
  }));
}

export function resultOf(
  { kinds, limit }: DiscoveryState,
  gathered: Omit<Gathered, 'candidates'>,
  ground: Pick<Ground, 'subjects' | 'project'>,
  { outcomes, hasOwnPages, best, mail }: { outcomes: readonly Outcome[]; hasOwnPages: boolean; best: readonly Best[]; mail: MailBasis },
): Record<string, unknown> {
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length;
  const prospects = prospectsIn(outcomes);
  const kindResult = (kind: FindableKind): KindResult => {
    const found = count((one) => one.found.includes(kind));
    const stands = standsInTheWay(kind, { gathered, ground, hasOwnPages, found, read: count(({ saw }) => saw === 'page') });
    return { kind, lookedAt: count((one) => one.judged.includes(kind)), found, ...stands };
  };
  return {
    kinds: kinds.map(kindResult),
    pages: {
      read: count(({ saw }) => saw === 'page' || saw === 'linked' || saw === 'selling'),
      linkedAlready: count(({ saw }) => saw === 'linked'),
      sellingLinks: count(({ saw }) => saw === 'selling'),
      forbidden: count(({ saw }) => saw === 'forbidden'),
      failed: count(({ saw }) => saw === 'failed'),
      erased: count(({ erased }) => erased === true),
      limit,
    },
    leftOut: gathered.leftOut,
    prospects: {
      new: prospects.filter(({ isNew }) => isNew).length,
      known: prospects.filter(({ isNew }) => !isNew).length,
      best,
    },
    ...(best.length > 0 && { mail }),
    next: best.length > 0 ? nextStep : null,
  };
}

const nextStep =
  'For each you choose: link_prospects_outreach with subject and body, by the rules in mail; it only drafts. link_prospects_list has the rest.';

/** Several pages of a site are one prospect. */
function prospectsIn(outcomes: readonly Outcome[]): { id: string; isNew: boolean }[] {
  const found = outcomes.filter(({ prospectId }) => prospectId !== undefined);
  return [...Map.groupBy(found, ({ prospectId }) => prospectId!)].map(([id, some]) => ({
    id,
    isNew: some.some((one) => one.isNew),
  }));
}

interface Circumstances {
  gathered: Omit<Gathered, 'candidates'>;
  ground: Pick<Ground, 'subjects' | 'project'>;
  hasOwnPages: boolean;
  found: number;
  read: number;
}

type Stands = Pick<KindResult, 'why' | 'hint'>;

function standsInTheWay(kind: FindableKind, { gathered, ground, hasOwnPages, found, read }: Circumstances): Stands {
  if (kind === 'cited' && found > 0) return none;
  const why = gathered.searches[kind]?.why ?? null;
  const lack = lackOf(kind, {
    project: ground.project,
    hasCompetitors: gathered.competitors > 0,
    hasAnswers: gathered.answers > 0,
    hasSubjects: ground.subjects.length > 0,
    hasOwnPages,
    hasProvider: why !== 'integration_required',
  });
  if (lack) return lack;
  if (why !== null) return { why, hint: searchHints[why] ?? null };
  return found > 0 ? none : { why: 'too_few', hint: read === 0 && kind !== 'cited' ? noPages : (foundNone[kind] ?? null) };
}

const none: Stands = { why: null, hint: null };
const noPages =
  'No page of others is known: ask engines with ai_visibility_run, configure a search provider, or watch sites with content_radar_watch.';
const foundNone: Partial<Record<FindableKind, string>> = {
  cited: 'No page of others is cited where competitors are named and the project is not.',
  broken_link: 'No link that was asked leads to what is gone and to a subject of the project.',
};
const searchHints: Readonly<Record<string, string>> = {
  cap_reached: 'The cap of the search provider is reached: the rest was not asked. integrations_list has it.',
  provider_error: 'The search provider failed: ask again later. integrations_test says what is wrong.',
  not_applicable: 'The search provider cannot ask for that country or language.',
};
