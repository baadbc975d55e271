import type { Database } from 'better-sqlite3';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { isBusy } from '../faults.ts';
import { theDeskOpens } from './001-the-desk-opens.ts';
import { webhooksPeopleTrust } from './002-webhooks-people-trust.ts';
import { knowledgeAtFullStrength } from './003-knowledge-at-full-strength.ts';
import { theWritingRoom } from './004-the-writing-room.ts';
import { triedByStrangers } from './005-tried-by-strangers.ts';
import { deletionInSmallSteps } from './006-deletion-in-small-steps.ts';
import { plainTables } from './007-plain-tables.ts';
import { codeOfItsOwn } from './008-code-of-its-own.ts';
import { claimsOneByOne } from './009-claims-one-by-one.ts';
import { audits } from './010-audits.ts';
import { whatIsOnTheWeb } from './011-what-is-on-the-web.ts';
import { theCalendar } from './012-the-calendar.ts';
import { whatOthersPublish } from './013-what-others-publish.ts';
import { pagesThatHaveNotChanged } from './014-pages-that-have-not-changed.ts';
import { outsideServices } from './015-outside-services.ts';
import { whatGoogleShows } from './016-what-google-shows.ts';
import { whatPeopleSearchFor } from './017-what-people-search-for.ts';
import { rankings } from './018-rankings.ts';
import { topics } from './019-topics.ts';
import { topicResearch } from './020-topic-research.ts';
import { syncs } from './021-syncs.ts';
import { figuresOfKeywords } from './022-figures-of-keywords.ts';
import { resultsPages } from './023-results-pages.ts';
import { whatWasAssumed } from './024-what-was-assumed.ts';
import { whoLeads } from './025-who-leads.ts';
import { pillarsAreKeywords } from './026-pillars-are-keywords.ts';
import { wordsCutShort } from './027-words-cut-short.ts';
import { aiVisibility } from './028-ai-visibility.ts';
import { optimizer } from './029-optimizer.ts';
import { linkBuilding } from './030-link-building.ts';
import { actions } from './031-actions.ts';
import { autoPublish } from './032-auto-publish.ts';
import { theLastBackup } from './033-the-last-backup.ts';
import { projectsThatArrive } from './034-projects-that-arrive.ts';
import { whomAMailGoesTo } from './035-whom-a-mail-goes-to.ts';
import { aSlowStart } from './036-a-slow-start.ts';

/** Numbered from 1. Forward only, never edited once released. */
const migrations: readonly string[] = [
  theDeskOpens,
  webhooksPeopleTrust,
  knowledgeAtFullStrength,
  theWritingRoom,
  triedByStrangers,
  deletionInSmallSteps,
  plainTables,
  codeOfItsOwn,
  claimsOneByOne,
  audits,
  whatIsOnTheWeb,
  theCalendar,
  whatOthersPublish,
  pagesThatHaveNotChanged,
  outsideServices,
  whatGoogleShows,
  whatPeopleSearchFor,
  rankings,
  topics,
  topicResearch,
  syncs,
  figuresOfKeywords,
  resultsPages,
  whatWasAssumed,
  whoLeads,
  pillarsAreKeywords,
  wordsCutShort,
  aiVisibility,
  optimizer,
  linkBuilding,
  actions,
  autoPublish,
  theLastBackup,
  projectsThatArrive,
  whomAMailGoesTo,
  aSlowStart,
];

export const newestVersion = migrations.length;

/** Rows of an export are not migrated: from this version on they mean what they mean now. A migration that changes rows raises it to its number. */
export const oldestAlike = 35;

/** How long to wait for a process that is migrating: a large database takes minutes. */
const maxWaitMs = 10 * 60_000;

/**
 * Migrates the file to the newest version. If several processes try at once, one migrates and the others wait.
 * Throws `unavailable` if a newer program wrote the file.
 */
export function migrate(sqlite: Database, log: Pick<System['log'], 'warn'>): void {
  if (versionOf(sqlite) === newestVersion) return;
  try {
    bringToNewest(sqlite);
  } catch (error) {
    if (!isBusy(error)) throw error;
    log.warn(`another process holds the database, most likely to migrate it; waiting for it, ${maxWaitMs / 60_000} minutes at most`);
    sqlite.pragma(`busy_timeout = ${maxWaitMs}`);
    bringToNewest(sqlite);
  }
}

function bringToNewest(sqlite: Database): void {
  sqlite
    .transaction(() => {
      // Read under the lock: another process may have migrated while this one waited.
      const version = versionOf(sqlite);
      if (version > newestVersion) throw writtenByNewer(version);
      for (const migration of migrations.slice(version)) sqlite.exec(migration);
      sqlite.pragma(`user_version = ${newestVersion}`);
    })
    .immediate();
}

export function versionOf(sqlite: Database): number {
  return sqlite.pragma('user_version', { simple: true }) as number;
}

function writtenByNewer(version: number): AppError {
  return new AppError(
    'unavailable',
    `The database was written by a newer Copydesk (schema ${version}, this program knows ${newestVersion}).`,
    {
      hint: 'Update Copydesk, or point COPYDESK_HOME at another folder.',
    },
  );
}
