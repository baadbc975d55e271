import type { System } from '../../system.ts';
import { Gone, type BrowserEvent, type DevTools } from './devtools.ts';
import { RenderError } from './render-error.ts';
import { answerRequests, webAddress, type Requests, type RequestRules } from './requests.ts';

/** One page, what it may ask for, and how long its scripts are waited for. */
export interface PageOptions extends Pick<RequestRules, 'mayAsk'> {
  url: string;
  userAgent: string;
  proxy: { url: string; password: string };
  /** So many milliseconds after the call the page is taken as it is, or, if its server has not answered by then, as soon as it does. */
  settleMs: number;
  /** Aborted once nobody waits for the page any more. */
  signal: AbortSignal;
}

/** A page as its scripts have made it. */
export interface Drawn {
  /** Where it ended, after redirects and what its scripts did. */
  url: string;
  status: number;
  html: string;
  /** False if it still loaded something when it was taken. */
  isSettled: boolean;
  /** Addresses that `mayAsk` refused, each once, a hundred at most. */
  forbidden: string[];
}

/** Once the page has loaded, its scripts have this long to come to rest. */
const restMs = 5_000;
const againMs = 500;

/** Draws one page in a profile of its own that is gone afterwards. The browser draws one page at a time. Rejects with `RenderError`, or if the browser ends. */
export async function drawPage(devTools: DevTools, options: PageOptions, system: Pick<System, 'pause'>): Promise<Drawn> {
  const { proxy, url, userAgent, settleMs, signal } = options;
  const over = new AbortController();
  const waiting = AbortSignal.any([signal, over.signal]);
  // From the first: on a slow machine the page's own process takes seconds to start, and they count to the deadline.
  const settled = system.pause(settleMs, waiting);
  settled.catch(() => {});
  const context = { proxyServer: proxy.url, proxyBypassList: '<-loopback>', disposeOnDetach: true };
  const { browserContextId } = await devTools.send('Target.createBrowserContext', context);
  await devTools.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
  const { targetId } = await devTools.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = (await devTools.send('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string };
  const page = (method: string, params?: Record<string, unknown>) => devTools.send(method, params, sessionId);
  const requests = answerRequests(devTools, { ...options, password: proxy.password, frameId: targetId as string });
  const watch = watchPage(devTools, requests, { sessionId, frameId: targetId as string });
  // All requests of the browser, those of workers and frames too.
  const patterns = [{ urlPattern: '*' }, { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }];
  await devTools.send('Fetch.enable', { patterns, handleAuthRequests: true });
  await page('Network.setUserAgentOverride', { userAgent });
  await page('Page.enable');
  await page('Page.setLifecycleEventsEnabled', { enabled: true });

  try {
    watch.begin();
    const navigated = page('Page.navigate', { url }).then(({ errorText }) => {
      if (typeof errorText === 'string') throw new RenderError('failed', `The browser could not load the page (${errorText}).`);
    });
    const enough = navigated.then(() => settled);
    const loaded = navigated.then(() => watch.loaded).then(() => Promise.race([watch.rested, system.pause(restMs, waiting)]));
    loaded.catch(() => {});
    enough.catch(() => {});
    await Promise.race([loaded, enough]);
    const taken = await take(page).catch((error: unknown) => takeAgain(error, page, system));
    if (!webAddress.test(taken.url)) throw new RenderError('failed', 'The page is no web page any more.');
    return { ...taken, status: requests.status(), isSettled: watch.isRested(), forbidden: requests.forbidden };
  } finally {
    over.abort();
    devTools.onEvent(() => {});
    // A browser that does not let go of a page is ended by the next page's deadline.
    devTools.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
  }
}

/** By the browser itself: a page's scripts may have replaced what its own objects answer. */
async function take(page: (method: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>) {
  const { root } = (await page('DOM.getDocument', { depth: 0 })) as { root: { nodeId: number; documentURL: string } };
  const { outerHTML } = await page('DOM.getOuterHTML', { nodeId: root.nodeId });
  return { url: root.documentURL, html: outerHTML as string };
}

/** A page that goes elsewhere just then has nothing to take, and soon another. */
async function takeAgain(error: unknown, page: Parameters<typeof take>[0], { pause }: Pick<System, 'pause'>): ReturnType<typeof take> {
  if (error instanceof Gone) throw error;
  await pause(againMs);
  return take(page).catch((again: unknown) => {
    throw again instanceof Gone ? again : new RenderError('failed', 'The page does not stay at one address.');
  });
}

interface Watch {
  /** From now on what the browser tells is about the page; before, it is about the empty one. */
  begin(): void;
  loaded: Promise<void>;
  rested: Promise<void>;
  isRested(): boolean;
}

/** Notices how far a page is. */
function watchPage(devTools: DevTools, requests: Requests, at: { sessionId: string; frameId: string }): Watch {
  const loaded = Promise.withResolvers<void>();
  const rested = Promise.withResolvers<void>();
  /** Each document has its own. */
  let loader: unknown;
  let isBlank = true;
  let isRested = false;

  function progress({ name, frameId, loaderId }: Record<string, unknown>): void {
    if (frameId !== at.frameId) return;
    if (name === 'init') {
      loader = loaderId;
      isRested = false;
    }
    if (loader !== loaderId || isBlank) return;
    if (name === 'load') loaded.resolve();
    if (name !== 'networkIdle') return;
    isRested = true;
    rested.resolve();
  }

  devTools.onEvent(({ method, params, sessionId }: BrowserEvent) => {
    if (sessionId === undefined) return requests.take(method, params);
    if (sessionId !== at.sessionId) return;
    if (method === 'Page.lifecycleEvent') progress(params);
    // A page that waits for an answer would wait for ever.
    if (method === 'Page.javascriptDialogOpening')
      devTools.send('Page.handleJavaScriptDialog', { accept: false }, sessionId).catch(() => {});
  });
  return {
    begin() {
      loader = undefined;
      isBlank = false;
    },
    loaded: loaded.promise,
    rested: rested.promise,
    isRested: () => isRested,
  };
}
