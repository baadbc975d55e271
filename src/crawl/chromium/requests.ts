import { proxyUser } from '../../net/proxy.ts';
import type { DevTools } from './devtools.ts';

export interface RequestRules {
  /** Whether an address may be asked, as robots.txt has it. */
  mayAsk(url: string): boolean | Promise<boolean>;
  /** The proxy's. */
  password: string;
  /** The page's own frame. */
  frameId: string;
}

/** What the browser asks before each request of a page. */
export interface Requests {
  /** Takes an event of the protocol's `Fetch`; others are none of its business. */
  take(method: string, params: Record<string, unknown>): void;
  /** Of the page itself; 0 before it answered. */
  status(): number;
  /** Addresses that `mayAsk` refused, each once, a hundred at most. */
  forbidden: string[];
}

export const webAddress = /^https?:/i;
const maxForbidden = 100;
/** A page that asks for more is not answered any more; the proxy counts what reaches it. */
const maxAsked = 2_000;
/** Words do not depend on them, and they are most of the bytes. A picture is answered by one of a single point, so that its script goes on. */
const unseen = new Set(['Image', 'Media', 'Font']);
const point = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

interface Paused {
  requestId: string;
  frameId: string;
  resourceType: string;
  request: { url: string };
  /** One of them is there once the server has answered. */
  responseStatusCode?: number;
  responseErrorReason?: string;
}

interface Challenged {
  requestId: string;
  authChallenge: { source: string };
}

/** Answers for one page. */
export function answerRequests(devTools: DevTools, { mayAsk, password, frameId }: RequestRules): Requests {
  const forbidden: string[] = [];
  const challenged = new Set<string>();
  let status = 0;
  let asked = 0;
  const answer = (method: string, params: Record<string, unknown>) => void devTools.send(method, params).catch(() => {});

  async function isAllowed(url: string): Promise<boolean> {
    if (!webAddress.test(url) || ++asked > maxAsked) return false;
    if (await mayAsk(url)) return true;
    if (forbidden.length < maxForbidden && !forbidden.includes(url)) forbidden.push(url);
    return false;
  }

  async function decide({ requestId, resourceType, request: { url } }: Paused): Promise<void> {
    if (resourceType === 'Image') {
      const responseHeaders = [{ name: 'content-type', value: 'image/gif' }];
      return answer('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body: point });
    }
    if (!unseen.has(resourceType) && (await isAllowed(url).catch(() => false))) answer('Fetch.continueRequest', { requestId });
    else answer('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }

  function prove({ requestId, authChallenge }: Challenged): void {
    // A second challenge means that the first answer was not accepted. A site's own challenge stays unanswered.
    const isNew = authChallenge.source === 'Proxy' && !challenged.has(requestId);
    challenged.add(requestId);
    const credentials = { response: 'ProvideCredentials', username: proxyUser, password };
    answer('Fetch.continueWithAuth', { requestId, authChallengeResponse: isNew ? credentials : { response: 'CancelAuth' } });
  }

  return {
    forbidden,
    status: () => status,
    take(method, params) {
      if (method === 'Fetch.authRequired') return prove(params as unknown as Challenged);
      if (method !== 'Fetch.requestPaused') return;
      const paused = params as unknown as Paused;
      if (paused.responseStatusCode === undefined && paused.responseErrorReason === undefined) return void decide(paused);
      if (paused.frameId === frameId) status = paused.responseStatusCode ?? status;
      answer('Fetch.continueRequest', { requestId: paused.requestId });
    },
  };
}
