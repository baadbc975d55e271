import type { Project } from '../../../../../schema/projects.ts';
import type { Recommendation } from '../../../../../schema/recommendations.ts';
import { isoTimeOrNull } from '../../../common/wire.ts';
import { nearestPiece, relevanceOf, type FoundText, type Ground } from '../relevance.ts';
import { demandOf, gapWhereMentioned, recencyOf, rounded, scoreOf, type Parts } from './score.ts';
import type { Mention, Subject } from './subjects.ts';

const maxEvidence = 4;
/** Phrases that a subject's relevance is judged by, its keyword first. */
const maxPhrases = 3;
const maxTitleLength = 120;
const dayMs = 24 * 3_600_000;

/** A piece to write on a subject of competitors, and whether a piece of the project's may be on it though its words are others. */
export async function pieceOn(
  subject: Subject,
  ground: Ground,
  project: Project,
  now: number,
): Promise<{ piece: Recommendation; isNear: boolean }> {
  const { keyword, mentions, who } = subject;
  // A page that was corrected is as old as it was.
  const newest = mentions.find(({ kind }) => kind === 'new');
  const near = nearestPiece(ground, keyword);
  const mentioning = await ground.findOwnPage(keyword);
  const parts = rounded({
    relevance: await judged(subject, ground),
    demand: demandOf(who.size),
    recency: newest ? recencyOf(newest.at!, now) : null,
    gap: ground.hasOwnPages ? (mentioning ? gapWhereMentioned : 1) : null,
    need: null,
  });
  const own = near ?? mentioning;
  const evidence = mentions.slice(0, own ? maxEvidence - 1 : maxEvidence).map(evidenceOf);
  const piece: Recommendation = {
    kind: 'write',
    keyword,
    // Whoever writes it finds one; competitors' titles are theirs.
    title: null,
    url: null,
    reason: `${whatOthersDid(subject, newest, now)}; ${whatIsOwn(near, mentioning)}.`,
    score: scoreOf(parts),
    parts,
    why: whyNull(parts),
    evidence: own
      ? [...evidence, { what: `Yours: “${own.title?.slice(0, maxTitleLength)}”`, url: own.url, id: own.id, at: null }]
      : evidence,
    operation: 'articles_create',
    arguments: { projectId: project.id, keyword },
    alternative: null,
  };
  return { piece, isNear: near !== undefined };
}

async function judged({ keyword, mentions }: Subject, ground: Ground): Promise<number | null> {
  const phrases = mentions.flatMap((mention) => mention.phrases);
  const others = [...new Set(phrases.map((phrase) => phrase.toLowerCase()))].filter((phrase) => phrase !== keyword);
  return (await relevanceOf(ground, [keyword, ...others.slice(0, maxPhrases - 1)])).relevance;
}

export function whyNull(parts: Parts): Record<string, string> {
  const codes: Record<keyof Parts, string> = {
    relevance: 'too_few',
    demand: 'not_applicable',
    recency: 'not_applicable',
    gap: 'not_checked',
    need: 'not_applicable',
  };
  return Object.fromEntries(Object.entries(codes).filter(([name]) => parts[name as keyof Parts] === null));
}

export function evidenceOf({ changeId, kind, who, title, url, at }: Mention): Recommendation['evidence'][number] {
  const did = kind === 'new' ? 'published' : kind === 'updated' ? 'updated' : 'has';
  return {
    what: `${who} ${did} ${title === null ? 'a page' : `“${title.slice(0, maxTitleLength)}”`}`,
    url,
    id: changeId,
    at: isoTimeOrNull(at),
  };
}

function whatOthersDid({ who }: Subject, newest: Mention | undefined, now: number): string {
  const whose = who.size === 1 ? [...who][0]! : `${who.size} competitors`;
  if (!newest) return `${whose} ${who.size === 1 ? 'has' : 'have'} a page on it`;
  const others = who.size === 1 ? '' : `, and ${who.size - 1} more ${who.size === 2 ? 'competitor has' : 'competitors have'} one`;
  return `${newest.who} published a page on it ${daysAgo(newest.at!, now)}${others}`;
}

function whatIsOwn(near: FoundText | undefined, mentioning: FoundText | undefined): string {
  if (near) return `see first whether “${near.title?.slice(0, maxTitleLength)}” of yours is on it`;
  return mentioning ? `yours only mention it, as “${mentioning.title?.slice(0, maxTitleLength)}” does` : 'nothing of yours is on it';
}

export function daysAgo(at: number, now: number): string {
  const days = Math.floor((now - at) / dayMs);
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}
