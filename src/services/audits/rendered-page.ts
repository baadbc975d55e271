import type { RenderedPage } from '../../../schema/audit.ts';
import { RenderError } from '../../crawl/chromium/render-error.ts';
import { paceFor } from '../../crawl/pacing.ts';
import type { Polite } from '../../crawl/polite.ts';
import type { Rendered, Renderer } from '../../crawl/render.ts';
import { hostOf, isOwn } from '../../crawl/url.ts';
import { compareRendered, type Change, type RenderedDifference } from '../../pages/compare-rendered.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import type { Hosts } from '../common/hosts.ts';
import type { Pages } from '../site/index.ts';

/** Until when a page is to be rendered. */
export const maxPageMs = 20_000;
const maxPageBytes = 5 * 1024 * 1024;
const accept = 'text/html, application/xhtml+xml';
/** What is kept of what scripts bring: how many of each, and how long. */
const maxKept = 10;
const maxTextLength = 300;

/** What came of a page: how it differs, or why that is not known. */
export type Outcome = Differing | NotRendered;

interface Differing {
  raw: PageFacts;
  difference: RenderedDifference;
  kept: RenderedPage;
}

interface NotRendered {
  code: string;
  message: string;
  /** Whether the browser failed, not the page's server. */
  isOfBrowser: boolean;
  kept: RenderedPage;
}

export interface Looking {
  /** Where the audit started. */
  start: string;
  /** The project's own site, which is asked faster. */
  ownSite: string | null;
  polite: Pick<Polite, 'fetch' | 'robotsOf'>;
  hosts: Pick<Hosts, 'visit'>;
  pages: Pages;
  renderer(): Promise<Pick<Renderer, 'render'>>;
  signal: AbortSignal;
}

/** Reads a page twice, as it comes and as a browser shows it: at the same time, so that nothing else tells the two apart. Rejects only if `signal` is aborted. */
export async function lookAt(url: string, needs: Looking): Promise<Outcome> {
  const { polite, signal } = needs;
  const came = await polite.fetch(url, { accept, maxBytes: maxPageBytes, signal });
  if (came.error) return notRendered(came.error.code, came.error.message);
  if (came.status !== 200 || came.hops.length > 0) return notRendered('changed', `${url} was a page, and is none any more.`);
  if (came.truncated) return notRendered('too_large', `${url} is too large.`);
  try {
    const raw = await needs.pages.facts(came, signal);
    const drawn = await draw(url, needs);
    if (drawn.status !== 200) return notRendered('failed', `${url} answers ${drawn.status} to a browser.`);
    if (hostOf(drawn.url) !== hostOf(url)) return notRendered('led_away', `The scripts of ${url} lead to ${drawn.url}.`);
    const rendered = await needs.pages.facts({ url: drawn.url, headers: came.headers, body: Buffer.from(drawn.html) }, signal);
    if (raw === null || rendered === null) return notRendered('unreadable', `The text of ${url} cannot be read.`);
    const difference = compareRendered(raw, rendered);
    return { raw, difference, kept: keptOf(difference) };
  } catch (thrown) {
    signal.throwIfAborted();
    // Where the process is closing, the page is rendered when the audit goes on.
    if (!(thrown instanceof RenderError) || thrown.code === 'aborted') throw thrown;
    return notRendered(thrown.code, thrown.message, thrown.code !== 'failed' && thrown.code !== 'refused');
  }
}

/** At the host's pace, between one page and the next; what a page loads, it loads at once. */
async function draw(url: string, { start, ownSite, polite, hosts, renderer, signal }: Looking): Promise<Rendered> {
  const browser = await renderer();
  const site = new URL('/', start).href;
  const robotsAt = async (address: string) => (await polite.robotsOf(address, signal)).robots;
  const mayAsk = async (address: string) => !isOwn(site, address) || ((await robotsAt(address))?.allows(address) ?? false);
  const { maxAtOnce, delayMs } = paceFor(ownSite)(url);
  const pace = { maxAtOnce, delayMs: Math.max(delayMs, (await robotsAt(url))?.delayMs ?? 0) };
  return hosts.visit(url, pace, signal, () => browser.render(url, { deadlineMs: maxPageMs, signal, mayAsk }));
}

export function notRendered(code: string, message: string, isOfBrowser = false): NotRendered {
  const none = { count: 0, first: [] };
  const nothing = { words: null, title: null, description: null, canonical: null, robots: null, headings: none, links: none, types: none };
  const error = cut(message);
  return { code, message: error, isOfBrowser, kept: { error, ...nothing } };
}

function keptOf({ words, title, description, canonical, robots, headings, links, types }: RenderedDifference): RenderedPage {
  return {
    error: null,
    words: words.rendered,
    title: shortened(title),
    description: shortened(description),
    canonical: shortened(canonical),
    robots: shortened(robots),
    headings: firstOf(headings),
    links: firstOf(links),
    types: firstOf(types),
  };
}

function shortened(change: Change | null): Change | null {
  const cutOrNull = (text: string | null) => (text === null ? null : cut(text));
  return change && { raw: cutOrNull(change.raw), rendered: cutOrNull(change.rendered) };
}

function firstOf(texts: readonly string[]): { count: number; first: string[] } {
  return { count: texts.length, first: texts.slice(0, maxKept).map(cut) };
}

function cut(text: string): string {
  return (text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`).toWellFormed();
}
