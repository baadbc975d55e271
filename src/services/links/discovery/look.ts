import type { Fetched, Polite } from '../../../crawl/polite.ts';
import { hostOf } from '../../../crawl/url.ts';
import type { PageFacts } from '../../../pages/page-facts.ts';
import type { Given } from '../given.ts';
import type { Ground } from './ground.ts';
import { sellsLinks } from './sold-links.ts';

/** A link to another site. */
export interface OutboundLink {
  url: string;
  /** As `hostOf` has it. */
  host: string;
  text: string;
  /** In the main text, and shown. */
  isInText: boolean;
}

/** A page as it was read. */
export interface SeenPage {
  /** Where it stands, after redirects. */
  url: string;
  facts: PageFacts;
  outbound: OutboundLink[];
  /** The main text, a paragraph each; empty where it has none. */
  paragraphs: string[];
}

/** What came of reading a page. */
export type Look =
  | { saw: 'page'; page: SeenPage }
  /** It links to the project already. */
  | { saw: 'linked' }
  /** It sells its links. */
  | { saw: 'selling' }
  /** It leads to a site that is no prospect. */
  | { saw: 'elsewhere' }
  /** robots.txt does not allow it. */
  | { saw: 'forbidden' }
  | { saw: 'failed'; why: string };

type Needs = Pick<Given, 'pages' | 'system'> & { way: Pick<Polite, 'fetch'> };

const accept = 'text/html, application/xhtml+xml;q=0.9';
const maxBytes = 5 * 1024 * 1024;
/** Of a page with more links than any reader follows the first tell. */
const maxLinks = 5000;
const linksAtOnce = 500;

/** Reads a page by robots.txt and at its host's pace. Rejects only if `signal` is aborted. */
export async function lookAt({ pages, system, way }: Needs, ground: Ground, url: string, signal: AbortSignal): Promise<Look> {
  const answer = await way.fetch(url, { accept, maxBytes, signal });
  if (answer.outcome === 'forbidden') return { saw: 'forbidden' };
  if (answer.error || answer.status < 200 || answer.status > 299) return { saw: 'failed', why: whyOf(answer) };
  if (ground.refusal(answer.url) !== null) return { saw: 'elsewhere' };
  const facts = answer.truncated ? null : await pages.facts(answer, signal);
  if (!facts) return { saw: 'failed', why: 'unreadable' };
  if (facts.links.some((link) => link.url !== null && ground.isOurs(link.url))) return { saw: 'linked' };
  const outbound = await outboundOf(facts, hostOf(answer.url), system.turns(signal));
  if (sellsLinks(outbound, ground.subjects)) return { saw: 'selling' };
  const text = await pages.text(answer, ground.project.language, signal);
  const paragraphs = (text?.passages ?? []).filter(({ kind }) => kind === 'prose').map((passage) => passage.text);
  return { saw: 'page', page: { url: answer.url, facts, outbound, paragraphs } };
}

async function outboundOf({ links }: PageFacts, here: string, turn: () => Promise<void>): Promise<OutboundLink[]> {
  const found: OutboundLink[] = [];
  for (const [at, { url, text, place, isHidden }] of links.slice(0, maxLinks).entries()) {
    if (at % linksAtOnce === 0) await turn();
    const host = url === null ? here : hostOf(url);
    if (url !== null && host !== here) found.push({ url, host, text, isInText: place === 'content' && !isHidden });
  }
  return found;
}

function whyOf({ error, status }: Pick<Fetched, 'error' | 'status'>): string {
  return error ? error.code : `status_${status}`;
}
