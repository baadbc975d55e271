import type { FindableKind } from '../../../../schema/link-discovery.ts';
import { sentences } from '../../../language/sentences.ts';
import type { Names } from '../../../visibility/mentions.ts';
import { writtenTime } from '../../common/wire.ts';
import type { PageEvidence } from '../scoring.ts';
import { cut, type Evidence, type Opportunity, type Reason } from './evidence.ts';
import type { Ground } from './ground.ts';
import type { SeenPage } from './look.ts';
import { minRelevance } from './relevance.ts';
import { isResourcePage } from './resource-page.ts';

/** Of a page's text, in characters: so much is gone through for the brand's name. */
const maxText = 60_000;
const maxTitle = 200;
const maxRivals = 5;
/** As much of a quote as a list shows. */
const maxBoth = 200;

/** What a page says that a score asks for. */
export function evidenceOf({ facts, outbound, paragraphs }: SeenPage, ground: Ground): PageEvidence {
  const title = cut(facts.titles[0]?.text ?? '', maxTitle) || null;
  const heading = facts.headings.find(({ level }) => level === 1)?.text ?? '';
  // The main text has no lists of links, and these are what a page of links is about.
  const named = [...facts.headings.filter(({ place }) => place === 'content'), ...outbound.filter(({ isInText }) => isInText)].map(
    ({ text }) => text,
  );
  const rivals = new Set([...new Set(outbound.map(({ host }) => host))].flatMap((host) => ground.rivalAt(host) ?? []));
  return {
    title,
    ...ground.relevanceOf({ title: `${title ?? ''} ${heading}`, text: [...paragraphs, ...named].join('\n') }),
    linksTo: [...rivals].slice(0, maxRivals),
    datedAt: writtenTime(facts.modifiedAt) ?? writtenTime(facts.publishedAt),
  };
}

/** Why the site of a page could link, as far as the page itself and what named it tell. */
export function opportunitiesOn(
  seen: SeenPage,
  page: PageEvidence,
  ground: Ground,
  { kinds, reasons, competitor }: { kinds: readonly FindableKind[]; reasons: readonly Reason[]; competitor: Evidence['competitor'] | null },
): Opportunity[] {
  const found: Opportunity[] = [];
  const { url } = seen;
  const cited = reasons.find(({ kind }) => kind === 'cited');
  if (cited && kinds.includes('cited'))
    found.push({ kind: 'cited', url, evidence: { page, ...citedBy(cited), ...(competitor && { competitor }) } });
  const mention = kinds.includes('mention') ? mentionIn(seen, ground.names, ground) : null;
  if (mention) found.push({ kind: 'mention', url, evidence: { page, sentence: mention.sentence } });
  if (kinds.includes('resource_page') && (page.relevance ?? 0) >= minRelevance) {
    const { is, sites } = isResourcePage(seen);
    if (is) found.push({ kind: 'resource_page', url, evidence: { page, sites } });
  }
  return found;
}

export function citedBy({ answers = 0, prompts = [], engines = [] }: Reason) {
  return { answers, prompts: prompts.map((prompt) => cut(prompt)), engines };
}

/** The competitor that a page names first, and how; null where it names none. */
export function competitorOn(seen: SeenPage, ground: Ground): Evidence['competitor'] | null {
  const mention = mentionIn(seen, ground.rivalNames, ground);
  return mention && { name: ground.rivals[mention.brand]!.name, sentence: mention.sentence };
}

/** The sentence that has one of some names first; null where none does. */
function mentionIn({ paragraphs }: SeenPage, names: Names | null, { project }: Ground): { brand: number; sentence: string } | null {
  if (names === null) return null;
  const text = paragraphs.join('\n').slice(0, maxText);
  const [first] = names.mentionsIn({ text, unspoken: [] }, project.language);
  if (!first) return null;
  const start = text.lastIndexOf('\n', first.start) + 1;
  const end = text.indexOf('\n', first.end);
  const paragraph = text.slice(start, end < 0 ? undefined : end);
  return {
    brand: first.brand,
    sentence: cut(sentenceWith(text.slice(first.start, first.end), sentences(paragraph, project.language)) ?? paragraph),
  };
}

/** With the sentence before it, which tells what “it” and “none” stand for, unless both are long. */
function sentenceWith(name: string, all: readonly string[]): string | undefined {
  const at = all.findIndex((one) => one.includes(name));
  const both = all.slice(Math.max(0, at - 1), at + 1).join(' ');
  return both !== '' && both.length <= maxBoth ? both : all[at];
}
