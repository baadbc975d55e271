import { openProxy, type Unreached } from '../net/proxy.ts';
import type { DialOptions } from '../net/request.ts';
import type { System } from '../system.ts';
import { findChromium, whyNoChromium } from './chromium/find.ts';
import { drawPage, type Drawn } from './chromium/page.ts';
import { RenderError } from './chromium/render-error.ts';
import { orEnded, startBrowser, unavailable, type Browser } from './chromium/start.ts';

export interface RendererOptions {
  system: Pick<System, 'pause' | 'random' | 'closing'>;
  /** What the pages may reach. */
  dialing: DialOptions;
  /** The browser's path. Default: the machine's own, at the usual places. */
  executablePath?: string;
  /** Who asks, as in `Copydesk/1.0 (+https://example.com)`; it stands in the browser's own user agent. */
  userAgent: string;
  /** How much memory the browser may take for a page, with all its processes, in bytes. */
  maxBytes?: number;
}

export interface RenderOptions {
  /** The page is given up then, and the browser with it. */
  deadlineMs: number;
  signal?: AbortSignal;
  /** Whether the page may ask for an address, as robots.txt has it. Default: any. */
  mayAsk?(url: string): boolean | Promise<boolean>;
}

export interface Rendered extends Drawn {
  /** What it asked for through the proxy: pictures, films and fonts are not asked for. */
  requests: number;
  bytes: number;
  /** What was not reached: refused addresses (`address_refused`) and servers that did not answer. */
  unreached: readonly Unreached[];
}

/** Renders pages as a browser does, one after the other. */
export interface Renderer {
  /** Rejects with `RenderError`. After a page that had to be ended the next one has a new browser. */
  render(url: string, options: RenderOptions): Promise<Rendered>;
  /** Ends the browser and removes its profile; a page under way is given up. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;
const defaultMaxBytes = 1024 * mebibyte;
const maxLength = 32 * mebibyte;
const pageLimits = { maxRequests: 500, maxConnections: 64, maxBytes: 32 * mebibyte };
/** What a browser keeps of its pages goes with it. */
const maxPagesOfOne = 50;
/** At this share of the deadline a page is taken as it is. */
const settleShare = 0.7;

/**
 * Starts a Chromium of this machine with a fresh profile, in its sandbox. Every request of a page goes through a proxy of its own in
 * `src/net`. Rejects with `RenderError` `renderer_unavailable` where there is none, or none that has its sandbox.
 */
export async function openRenderer(options: RendererOptions): Promise<Renderer> {
  const { system, executablePath, maxBytes = defaultMaxBytes } = options;
  const reason = whyNoChromium(executablePath);
  if (reason !== null) throw unavailable(reason);
  const start = () => startBrowser(findChromium(executablePath)!, { maxBytes, maxLength }, system);
  let browser: Browser | undefined = await start();
  const agent = await agentOf(browser, options.userAgent);
  let pages = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  async function discard(): Promise<void> {
    const ended = browser;
    browser = undefined;
    pages = 0;
    await ended?.kill();
  }

  async function renderNow(url: string, asked: RenderOptions): Promise<Rendered> {
    const given = [asked.signal, system.closing, closing.signal].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(given);
    if (signal.aborted) throw aborted();
    if (pages++ >= maxPagesOfOne) await discard();
    browser ??= await start();
    try {
      return await renderIn(browser, url, { ...asked, signal }, { ...options, userAgent: agent });
    } catch (error) {
      // A page without an answer leaves nothing behind; any other may still be at work.
      if (!(error instanceof RenderError && (error.code === 'failed' || error.code === 'refused'))) await discard();
      throw error;
    }
  }

  return {
    render(url, asked) {
      const rendered = turn.then(() => renderNow(url, asked));
      turn = rendered.catch(() => {});
      return rendered;
    },
    async close() {
      closing.abort();
      await turn;
      await discard();
    },
  };
}

/** The browser's own user agent with ours in it, as other crawlers write theirs. */
async function agentOf({ devTools }: Browser, ours: string): Promise<string> {
  const { userAgent } = (await devTools.send('Browser.getVersion')) as { userAgent: string };
  const version = /Chrome\/[\d.]+/.exec(userAgent)?.[0] ?? 'Chrome';
  return `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${ours}) ${version} Safari/537.36`;
}

async function renderIn(
  browser: Browser,
  url: string,
  asked: RenderOptions,
  { system, dialing, userAgent }: RendererOptions,
): Promise<Rendered> {
  const { deadlineMs, signal, mayAsk = () => true } = asked;
  const password = system.random(24).toString('base64url');
  const proxy = await openProxy({ ...dialing, password, limits: pageLimits });
  const over = new AbortController();
  const late = system.pause(deadlineMs, signal ? AbortSignal.any([signal, over.signal]) : over.signal).then(
    () => Promise.reject(new RenderError('timeout', `The page was not done after ${deadlineMs / 1000} s.`)),
    () => Promise.reject(aborted()),
  );
  late.catch(() => {});
  try {
    const page = { url, userAgent, proxy: { url: proxy.url, password }, mayAsk, settleMs: deadlineMs * settleShare, signal: over.signal };
    const drawing = drawPage(browser.devTools, page, system).catch(orEnded(browser));
    drawing.catch(() => {});
    const drawn = await Promise.race([drawing, browser.ended, late]);
    return { ...drawn, ...proxy.spent, unreached: proxy.unreached };
  } catch (error) {
    throw refusalOf(error, url, proxy.unreached);
  } finally {
    over.abort();
    await proxy.close();
  }
}

/** The browser knows only that it got nothing; the proxy knows why. */
function refusalOf(error: unknown, url: string, unreached: readonly Unreached[]): unknown {
  if (!(error instanceof RenderError) || error.code !== 'failed') return error;
  const told = unreached.at(-1);
  if (!told) return error;
  return new RenderError(told.code === 'address_refused' ? 'refused' : 'failed', told.message);
}

function aborted(): RenderError {
  return new RenderError('aborted', 'The page was given up.');
}
