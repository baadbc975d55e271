import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { evidence, maxOffers, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { isoTime, parsedOrNull } from '../common/wire.ts';
import { answersSinceDays } from './discovery/candidates.ts';
import { discoverProspects } from './discovery/start.ts';
import type { Given } from './given.ts';
import { dueFollowups } from './overview.ts';
import { openToMail } from './outreach/standing.ts';
import { dayMs } from './prospects/cadence.ts';
import {
  hasLooked,
  lostLinks,
  openDrafts,
  repliedProspects,
  unwrittenProspects,
  type OpenDraft,
  type UnansweredProspect,
} from './queries.ts';
import { readAddress } from './suppressions/address.ts';

type Needs = Pick<Given, 'store' | 'visibility'>;

/** Who waits for an answer, which links are gone, whom to write to, and where nobody has looked for sites that could link. No action sends a mail. */
export async function linkActions({ store: { db }, visibility }: Needs, question: ActionQuestion): Promise<ActionOffer[]> {
  const { project, now, limit } = question;
  const [replied, lost] = await Promise.all([repliedProspects(db, project.id, limit), lostLinks(db, project.id, limit)]);
  return [
    ...replied.rows.map(({ id, host, outcome_at, last_mail_at }): ActionOffer => ({
      reason: 'reply_waits',
      ...reviewing(id, host),
      why: `${host} has answered, and nothing came of it yet: read the reply, then say with link_prospects_update what it came to.`,
      evidence: [evidence('link-building', 'It replied', outcome_at)],
      cause: String(outcome_at ?? last_mail_at),
    })),
    ...lost.rows.map(({ id, host, placed_url, link_state, link_seen, link_checked_at }): ActionOffer => ({
      reason: 'link_lost',
      ...reviewing(id, host),
      why: `The link at ${placed_url} is gone: see what the last look saw, then write to ${host} again or let it go.`,
      evidence: [evidence('link-building', `${link_state}: ${placed_url}`, link_checked_at)],
      // Since the look that first saw it so.
      cause: `${placed_url} ${link_state} ${parsedOrNull<{ since?: number }>(link_seen)?.since}`,
    })),
    ...(await mailsToFollow(db, question)),
    ...(await mailsToBegin(db, question)),
    ...(await lookingFor({ db, visibility }, project, now)),
  ];
}

function reviewing(id: string, host: string) {
  return { target: prospectTarget(id, host), operation: 'link_prospects_get', arguments: { id } };
}

const prospectTarget = (id: string, host: string): ActionOffer['target'] => ({ kind: 'prospect', id, about: host });

/** Follow-ups that are due: those that are drafted wait for a person. */
async function mailsToFollow(db: Db, { project, now, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const due = (await dueFollowups(db, { projectId: project.id }, now)).slice(0, maxLookedAt);
  const drafts = await draftsOf(db, due);
  const standing = ({ id, followups }: UnansweredProspect) => {
    const draft = drafts.get(id);
    return draft?.number === followups + 1 ? draft : undefined;
  };
  const drafted = due.flatMap((row) => (standing(row) ? [toSend(standing(row)!, row.host)] : []));
  const undrafted = due.filter((row) => !standing(row));
  return [
    ...drafted.slice(0, limit),
    ...undrafted.slice(0, limit).map(({ id, host, first_mail_at, last_mail_at, followups }): ActionOffer => ({
      reason: 'followup_due',
      target: prospectTarget(id, host),
      why: `${host} has not answered, and follow-up ${followups + 1} is due. This only drafts it.`,
      evidence: [evidence('link-building', 'The last mail went', last_mail_at)],
      operation: 'link_prospects_followup',
      arguments: { id, writer: 'agent' },
      cause: `${first_mail_at} ${followups}`,
    })),
  ];
}

/** First mails to the best sites: those that are drafted wait for a person. */
async function mailsToBegin(db: Db, { project, now, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const best = await unwrittenProspects(db, project.id, maxLookedAt);
  const open = await openToMail(db, best, now);
  const drafts = await draftsOf(db, open);
  const drafted = open.flatMap(({ id, host }) => (drafts.has(id) ? [toSend(drafts.get(id)!, host)] : []));
  const undrafted = open.filter(({ id }) => !drafts.has(id));
  return [
    ...drafted.slice(0, limit),
    ...undrafted.slice(0, limit).map(({ id, host, score, contact_found_at }): ActionOffer => ({
      reason: 'prospect_unwritten',
      target: prospectTarget(id, host),
      why: `${host} could link to you, it is known whom to write to, and nobody has. This only drafts the mail.`,
      evidence: [evidence('link-building', score === null ? 'Given by hand' : `Score ${Math.round(score)} of 100`, contact_found_at)],
      operation: 'link_prospects_outreach',
      arguments: { id, writer: 'agent' },
      cause: String(contact_found_at),
    })),
  ];
}

function toSend({ id: draftId, prospect_id, status, subject, created_at }: OpenDraft, host: string): ActionOffer {
  const isRefused = status === 'refused';
  return {
    reason: 'mail_drafted',
    ...reviewing(prospect_id, host),
    why: `${isRefused ? `The mail server refused a mail to ${host}` : `A mail to ${host} is drafted`}: a person has to read it and to send it.`,
    evidence: [evidence('link-building', `${isRefused ? 'Refused' : 'Drafted'}: “${subject}”`, created_at)],
    cause: `${draftId} ${status}`,
  };
}

/** Those that would be sent: for the contact as it is written now, and no older than the last mail. */
async function draftsOf(
  db: Db,
  prospects: readonly Pick<UnansweredProspect, 'id' | 'contact_email' | 'last_mail_at'>[],
): Promise<ReadonlyMap<string, OpenDraft>> {
  const rows = new Map(prospects.map((row) => [row.id, row]));
  const drafts = await openDrafts(db, [...rows.keys()]);
  const standing = drafts.filter(({ prospect_id, recipient, created_at }) => {
    const { contact_email, last_mail_at } = rows.get(prospect_id)!;
    return recipient === readAddress(contact_email ?? '') && created_at >= (last_mail_at ?? 0);
  });
  return new Map(standing.map((draft) => [draft.prospect_id, draft]));
}

/** Nobody has looked so far, though answers cite pages of others beside competitors. */
async function lookingFor(
  { db, visibility }: { db: Db; visibility: Needs['visibility'] },
  { id: projectId, name, siteUrl }: Project,
  now: number,
): Promise<ActionOffer[]> {
  if (siteUrl === null || (await hasLooked(db, { projectId, kind: discoverProspects }))) return [];
  const since = isoTime(now - answersSinceDays * dayMs);
  const { pages } = await visibility.pagesOfOthers({ projectId, since, limit: maxLookedAt });
  const alone = pages.filter((page) => page.alone > 0);
  if (alone.length === 0) return [];
  const many = `${alone.length}${alone.length === maxLookedAt ? ' or more' : ''} ${alone.length === 1 ? 'page' : 'pages'}`;
  return [
    {
      reason: 'prospects_unsought',
      target: { kind: 'prospects', id: projectId, about: name },
      why: `Answer engines cite ${many} of others where they name competitors and not you, and nobody has looked yet whom to ask for a link.`,
      evidence: alone
        .slice(0, maxOffers)
        .map(({ url, alone: answers }) =>
          evidence('ai-visibility', `${url}, cited by ${answers} such ${answers === 1 ? 'answer' : 'answers'}`, null),
        ),
      operation: 'link_prospects_discover',
      arguments: { projectId },
      cause: 'never',
    },
  ];
}

/** Of the best prospects, of follow-ups that are due, and of pages that are cited. */
const maxLookedAt = 50;
