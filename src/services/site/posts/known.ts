import { normaliseUrl, scopeOf } from '../../../crawl/url.ts';
import { validatorsIn, type Validators } from '../../../crawl/validators.ts';
import type { Visit } from '../../../crawl/visit.ts';
import type { PageFacts } from '../../../pages/page-facts.ts';
import type { System } from '../../../system.ts';
import { parsedOrNull } from '../../common/wire.ts';
import type { PageOfSite } from './inventory.ts';

/** What is kept of a page for the next reading, which need not read it if it has not changed. */
export interface KeptPage extends Validators {
  readAt: number;
  readBy: string;
  /** Whether its text was put among the crawled pages. */
  hasText: boolean;
  /** The site's pages that it names, wherever: the crawl goes on by them. */
  links: string[];
}

export interface KnownPage {
  facts: PageOfSite;
  kept: KeptPage;
}

/** A page is read whole again after so long, whatever its server says: some say of all that nothing has changed. */
export const maxKnownMs = 30 * 24 * 3_600_000;
/** Of a page that names more, nothing is kept: it is there to list others, and changes. */
const maxLinks = 500;
/** Addresses looked at: most repeat, as those of other sites do. */
const maxAddresses = 2000;

/** Who reads: another release, or who expects another language, may read something else in the same page. */
export function readerOf({ agent }: Pick<System, 'agent'>, language: string): string {
  return `${agent} ${language}`;
}

/** What to keep of a page that was read; null where its server says nothing to ask by, or it names too much. */
export function toKeep(
  site: string,
  { headers, truncated }: Pick<Visit, 'headers' | 'truncated'>,
  facts: PageFacts,
  read: Pick<KeptPage, 'readAt' | 'readBy' | 'hasText'>,
): KeptPage | null {
  const validators = validatorsIn(headers);
  if (truncated || (validators.etag === null && validators.lastModified === null)) return null;
  const written = new Set(facts.links.map(({ url }) => url));
  if (written.size > maxAddresses) return null;
  const scope = scopeOf(site);
  const links = new Set([...written].flatMap((url) => (url !== null && scope.has(url) ? (normaliseUrl(url) ?? []) : [])));
  return links.size > maxLinks ? null : { ...validators, ...read, links: [...links] };
}

/** The page as it is known, if it may be asked whether it has changed. */
export function knownPage(
  { facts, kept }: { facts: string | null; kept: string | null },
  { now, reader }: { now: number; reader: string },
): KnownPage | null {
  const page = parsedOrNull<PageOfSite>(facts);
  const before = parsedOrNull<KeptPage>(kept);
  if (!page || !before || before.readBy !== reader || before.readAt < now - maxKnownMs) return null;
  return { facts: page, kept: before };
}

/** What is kept of a page that has not changed. Validators may change all the same. */
export function keptOn(kept: KeptPage, { headers }: Pick<Visit, 'headers'>): KeptPage {
  const { etag, lastModified } = validatorsIn(headers);
  return { ...kept, etag: etag ?? kept.etag, lastModified: lastModified ?? kept.lastModified };
}
