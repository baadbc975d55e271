import type { Overview, OverviewEntry } from '../../../schema/overview.ts';
import { clipAtWord } from '../../language/slug.ts';
import { estimateTokens } from '../../language/token-estimate.ts';
import type { System } from '../../system.ts';
import type { KeyProblem } from './sealed.ts';
import { isoTime } from './wire.ts';

/** What an overview is asked. */
export interface OverviewQuestion {
  /** Milliseconds since the epoch. */
  since: number;
  /** Default: all projects. */
  projectId: string | undefined;
}

/** What one group has to say. */
export type OverviewPart = Partial<Omit<Overview, 'since' | 'doNext'>>;

export interface Overviews {
  /** At most 2,000 tokens. Throws `not_found` for an unknown project. */
  get(input: { since?: string; projectId?: string }): Promise<Overview>;
}

/** Rows that a group offers for each entry. */
export const maxLatest = 3;

const hourMs = 3_600_000;
const usualPeriodMs = 7 * 24 * hourMs;
/** In estimated tokens. The promise is 2,000 of o200k: ids are overestimated, hostile text is underestimated at times. */
const room = 2_330;
const maxAboutLength = 100;
const maxArgumentLength = 120;

/** What nobody but a person or an agent sends again. */
const foremost = 'deliveries_failed';

interface Needs {
  system: System;
  groups: readonly { overview?(question: OverviewQuestion): Promise<OverviewPart> }[];
  /** Throws `not_found`. */
  requireProject: (id: string) => Promise<unknown>;
  /** Null if all sealed secrets can be opened. */
  keyProblem: () => Promise<KeyProblem | null>;
  /** The first actions of a project, or of all; null where projects are too many to look through. */
  firstActions: (projectId: string | undefined) => Promise<Overview['doNext']>;
}

/** A whole hour, so that who asks again soon is answered the same. */
function usualStart(now: number): number {
  return now - usualPeriodMs - (now % hourMs);
}

/** Puts together what the groups say. */
export function createOverviews({ system, groups, requireProject, keyProblem, firstActions }: Needs): Overviews {
  return {
    async get({ since: from, projectId }) {
      if (projectId !== undefined) await requireProject(projectId);
      const since = from === undefined ? usualStart(system.now()) : Date.parse(from);
      const parts = await Promise.all(
        groups.map(async (group): Promise<OverviewPart> => (await group.overview?.({ since, projectId })) ?? {}),
      );
      const all = (section: keyof OverviewPart) => parts.flatMap((part) => part[section] ?? []);
      const lost = await keyProblem();
      const keyFile =
        lost === null ? [] : entry('key_file_lost', { count: 1, latest: [{ id: 'copydesk.key', about: lost.problem }] }, lost.renewals[0]!);
      const needsYou = all('needsYou').toSorted((one, other) => Number(other.kind === foremost) - Number(one.kind === foremost));
      return fitted({
        since: isoTime(since),
        doNext: await firstActions(projectId),
        needsYou: [...keyFile, ...needsYou],
        happened: all('happened'),
        comesNext: all('comesNext'),
      });
    },
  };
}

/** An entry with the call that continues; none if there is nothing to count. */
export function entry(
  kind: string,
  { count, latest = [] }: { count: number; latest?: OverviewEntry['latest'] },
  [operation, args]: readonly [operation: string, args: Record<string, unknown>],
): OverviewEntry[] {
  return count === 0 ? [] : [{ kind, count, latest, operation, arguments: args }];
}

/** Gives the room first to the entries, then to the actions, then to the first row of each, the second of each, and so on. */
function fitted({ since, doNext, ...sections }: Overview): Overview {
  const bare = (entries: OverviewEntry[]) => entries.map((one) => ({ ...one, latest: [], arguments: shortArguments(one.arguments) }));
  const overview: Overview = {
    since,
    doNext: doNext && [],
    needsYou: bare(sections.needsYou),
    happened: bare(sections.happened),
    comesNext: bare(sections.comesNext),
  };
  let left = room - costOf(overview);
  for (const action of doNext ?? []) {
    const cost = costOf(action);
    if (cost > left) continue;
    left -= cost;
    overview.doNext!.push(action);
  }
  for (let row = 0; row < maxLatest; row++)
    for (const section of ['needsYou', 'comesNext', 'happened'] as const)
      for (const [index, { latest }] of sections[section].entries()) {
        const given = latest[row];
        if (!given) continue;
        const one = { id: given.id, about: tidied(given.about, maxAboutLength) };
        const cost = costOf(one);
        if (cost > left) continue;
        left -= cost;
        overview[section][index]!.latest.push(one);
      }
  return overview;
}

/** An argument only narrows the call that continues: a very long one is left out. */
function shortArguments(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => typeof value !== 'string' || value.length <= maxArgumentLength));
}

/** Without characters that show nothing or do harm, cut at a word. */
export function tidied(text: string, maxLength: number): string {
  return clipAtWord(text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, ' '), maxLength);
}

/** In tokens. Random letters of other scripts may take twice the estimate. */
export function costOf(value: unknown): number {
  const text = JSON.stringify(value);
  return 2 + estimateTokens(text) + estimateTokens(text.replace(/[\0-\x7F]+/g, ' '));
}
