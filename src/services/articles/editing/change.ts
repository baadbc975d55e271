import type { ArticleChange, HowToChange } from '../../../../schema/article-changes.ts';
import type { ArticleClaim } from '../../../../schema/claims.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { unifiedDiff } from '../../../markdown/diff.ts';
import { droppedCitations } from '../../../writing/claims/dropped.ts';
import { gatesIn, shortened } from '../../../writing/score/gates.ts';
import { asText, contentOf, type ArticleContent } from '../content.ts';
import { byNeed, needsWork } from '../../../writing/claims/told.ts';
import { pageOfClaims } from '../../common/claims.ts';
import { claimsOf } from '../claims.ts';
import type { Whereabouts } from '../publications.ts';
import { partsOf, verdictsOf } from '../rows.ts';
import type { Checked } from '../writing/finish.ts';

/** A draft or an edit, and what became of it. */
interface Attempt extends Whereabouts {
  by: 'draft' | 'edit';
  accepted: boolean;
  /** True if nothing had to be changed. */
  isSame?: true;
  checked: Checked;
  /** What the article held before; null for its first draft. */
  before: ArticleContent | null;
  /** The article now. */
  row: ArticleRow;
  include: HowToChange['include'];
}

const maxDiff = 4000;

export async function toChange(attempt: Attempt): Promise<ArticleChange> {
  const { isSame, accepted, checked, before, row, publications, include = [] } = attempt;
  const { fields, wordCount, score, breakdown, quality, grounded, grounding, refusedEvidence, judging } = checked;
  const diff = accepted && before ? await changesOf(before, row) : null;
  const stored = partsOf(row, accepted ? include.filter((part) => part !== 'claims') : []);
  const { told, nextClaims } = claimsTold(attempt);
  return {
    id: row.id,
    accepted,
    status: row.status as ArticleChange['status'],
    version: row.version,
    title: fields.title,
    slug: (accepted && row.slug) || fields.slug,
    wordCount,
    score,
    grounding: grounding.grounding,
    verdicts: verdictsOf(grounding),
    claims: told,
    nextClaims,
    refusedEvidence,
    judging,
    gates: gatesIn(quality).map(({ code }) => code),
    quality: shortened(quality),
    droppedCitations: droppedCitations(before?.sources ?? [], grounded),
    diff,
    publishHeld: row.publish_held === 1,
    publications,
    next: isSame
      ? `Nothing changed: it reads like version ${row.version}, so no new one was made. ${nextAfter(attempt)}`
      : nextAfter(attempt),
    contentMarkdown: stored.contentMarkdown,
    sources: stored.sources,
    breakdown: include.includes('breakdown') ? breakdown : null,
  };
}

/** Of what was accepted, numbers are those of the article's sources. An edit that was refused is kept nowhere, so its claims are told at once. */
function claimsTold({ by, accepted, checked, row, include = [] }: Attempt): { told: ArticleClaim[]; nextClaims: string | null } {
  const all = byNeed(accepted ? claimsOf(row) : checked.claims);
  const claims = include.includes('claims') ? all : all.filter(needsWork);
  if (!accepted && by === 'edit') return { told: claims, nextClaims: null };
  const { data, nextCursor } = pageOfClaims(claims);
  return { told: data, nextClaims: nextCursor };
}

/** How two texts of an article differ, in at most `max` characters. */
export async function diffOf(before: ArticleContent, after: ArticleContent, names: [string, string], max?: number): Promise<string> {
  return (await unifiedDiff(asText(before), asText(after), names, { maxCharacters: max })).diff;
}

async function changesOf(before: ArticleContent, row: ArticleRow): Promise<string | null> {
  const after = contentOf(row);
  if (asText(before) === asText(after)) return null;
  return diffOf(before, after, [`version ${row.version - 1}`, `version ${row.version}`], maxDiff);
}

const whileItWaits: Record<NonNullable<Whereabouts['waitsFor']>, string> = {
  turn: 'It goes out by itself in its turn: auto_publish_set, without fields, says when. articles_publish sends it now.',
  review: 'It waits for a review: look at it, and send it with articles_publish.',
  score:
    'Its score is too low for it to go out by itself: change it until it is not (auto_publish_set says minScore), or send it with articles_publish.',
};

function nextAfter({ by, accepted, checked, row, publications, waitsFor }: Attempt): string {
  if (!accepted) {
    const again =
      by === 'draft'
        ? 'The article still waits: mend its claims with gate true by edits (articles_submit_draft takes their ids, and evidence), and what quality names with gate true'
        : 'Nothing was changed: mend claims and quality with gate true, and hand the change in again';
    return `${again}, or insist with acceptFlags.`;
  }
  if (row.publish_held === 1) {
    return gatesIn(checked.quality).length > 0
      ? 'Gates hold it back from being published: mend what claims and quality name with gate true (articles_update), or send it all the same with articles_publish.'
      : 'It was held back from being published, and no gate objects any more: send it with articles_publish.';
  }
  if (waitsFor !== null) return whileItWaits[waitsFor];
  const sent = by === 'draft' ? publications.filter(({ status }) => status === 'pending') : [];
  const behind = publications.filter((one) => !sent.includes(one) && one.current !== true);
  const named = (some: Whereabouts['publications']) => some.map(({ target }) => target).join(', ');
  if (behind.length > 0) return `Not yet version ${row.version}: ${named(behind)}. Send it there with articles_publish.`;
  if (sent.length > 0) return `It is being sent: ${named(sent)}. Do not publish it again; articles_get tells when it is current there.`;
  return 'It stands nowhere yet: articles_publish sends it.';
}
