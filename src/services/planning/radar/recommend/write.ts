import type { Project } from '../../../../../schema/projects.ts';
import type { Recommendation } from '../../../../../schema/recommendations.ts';
import { isoTimeOrNull } from '../../../common/wire.ts';
import { relevanceOf, type Ground } from '../relevance.ts';
import { demandOf, gapWhereMentioned, recencyOf, rounded, scoreOf, type Parts } from './score.ts';
import type { Mention, Subject } from './subjects.ts';

const maxEvidence = 4;
/** Phrases that a subject's relevance is judged by, its keyword first. */
const maxPhrases = 3;
const maxTitleLength = 120;
const dayMs = 24 * 3_600_000;

/** A piece to write on a subject of competitors that nothing of the project is on. */
export async function pieceOn(subject: Subject, ground: Ground, project: Project, now: number): Promise<Recommendation> {
  const { keyword, mentions, who } = subject;
  const newest = mentions.find(({ at }) => at !== null);
  const parts = rounded({
    relevance: await judged(subject, ground),
    demand: demandOf(who.size),
    recency: newest ? recencyOf(newest.at!, now) : null,
    gap: ground.hasOwnPages ? ((await ground.findOwnPage(keyword)) ? gapWhereMentioned : 1) : null,
    need: null,
  });
  return {
    kind: 'write',
    keyword,
    // Whoever writes it finds one; competitors' titles are theirs.
    title: null,
    url: null,
    reason: reasonFor(subject, newest, now),
    score: scoreOf(parts),
    parts,
    why: whyNull(parts),
    evidence: mentions.slice(0, maxEvidence).map(evidenceOf),
    operation: 'articles_create',
    arguments: { projectId: project.id, keyword },
    alternative: null,
  };
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

function reasonFor({ who }: Subject, newest: Mention | undefined, now: number): string {
  const whose = who.size === 1 ? [...who][0]! : `${who.size} competitors`;
  if (!newest) return `${whose} ${who.size === 1 ? 'has' : 'have'} a page on it, and nothing of yours is on it.`;
  const did = newest.kind === 'new' ? 'published' : 'updated';
  const others = who.size === 1 ? '' : `, and ${who.size - 1} more ${who.size === 2 ? 'competitor has' : 'competitors have'} one`;
  return `${newest.who} ${did} a page on it ${daysAgo(newest.at!, now)}${others}; nothing of yours is on it.`;
}

export function daysAgo(at: number, now: number): string {
  const days = Math.floor((now - at) / dayMs);
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}
