import type { RenderedPage } from '../../../schema/audit.ts';
import type { AuditPageRow } from '../../db/rows/audits.ts';
import type { HtmlFacts, SiteLink, SitePage } from '../../audit/site-checks/site-view.ts';
import { parsed } from '../common/wire.ts';

/** Stands in for the depth of a page that only a sitemap named: after all others. */
export const sitemapDepth = 1_000_000;

/** What is kept of an answer besides its status, as JSON. */
export interface KeptFacts {
  redirectsTo?: string;
  error?: { code: string; message: string };
  ms: number;
  bytes: number;
  protections?: string[];
  exposed?: SitePage['exposed'];
  html?: HtmlFacts;
  /** What its scripts bring, or why that is not known; missing where the page was not to be rendered. */
  rendered?: RenderedPage;
}

/** A link in few bytes: `addressKey`, line, text, `linkFlags`, and the fragment where there is one. */
export type KeptLink = [target: number, line: number, text: string, flags: number, fragment?: string];

export const linkFlags = { nofollow: 1, image: 2, resource: 4, plain: 8, named: 16, content: 32 } as const;

/** In place of the ids of a page that has too many of them. */
export const anchorsUnknown = '*';

function linkOf([target, line, text, flags, fragment]: KeptLink): SiteLink {
  return {
    target,
    line,
    text,
    kind: (['image', 'resource', 'named'] as const).find((kind) => flags & linkFlags[kind]) ?? 'link',
    isFollowed: (flags & linkFlags.nofollow) === 0,
    isInContent: (flags & linkFlags.content) !== 0,
    isPlain: (flags & linkFlags.plain) !== 0,
    fragment: fragment ?? null,
  };
}

/** Numbers of 32 bits as a short text. */
export function packAnchors(keys: readonly number[]): string {
  return Buffer.from(Uint32Array.from(keys).buffer).toString('base64');
}

function unpackAnchors(text: string): number[] | null {
  if (text === anchorsUnknown) return null;
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}

export type StoredPage = Pick<AuditPageRow, 'number' | 'url' | 'depth' | 'listed' | 'state' | 'status' | 'facts'>;

/** `links` and `anchors` as they were stored, where they are wanted. */
export function toSitePage(row: StoredPage, { links = '[]', anchors = '' }: { links?: string; anchors?: string } = {}): SitePage {
  const { redirectsTo = null, error = null, ms, bytes, protections = [], exposed = {}, html = null } = factsOf(row);
  return {
    number: row.number,
    url: row.url,
    depth: depthOf(row),
    isListed: row.listed === 1,
    isForbidden: row.state === 'forbidden',
    status: row.status,
    redirectsTo,
    error: row.state === 'forbidden' ? null : error,
    durationMs: ms,
    bytes,
    protections,
    exposed,
    html,
    links: parsed<KeptLink[]>(links).map(linkOf),
    anchors: unpackAnchors(anchors),
  };
}

export function factsOf({ facts }: Pick<AuditPageRow, 'facts'>): KeptFacts {
  return facts === null ? { ms: 0, bytes: 0 } : parsed(facts);
}

export function depthOf({ depth }: Pick<AuditPageRow, 'depth'>): number | null {
  return depth === sitemapDepth ? null : depth;
}
