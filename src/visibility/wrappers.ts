import { parseUrl } from '../net/parse-url.ts';

/** Addresses that lead to another one which they hold: search engines, social networks, mail filters. */
interface Wrapper {
  host: RegExp;
  path?: RegExp;
  /** The parameters that may hold where it leads, the first that is filled counts. */
  in?: readonly string[];
  /** Where it stands in another way. */
  read?(url: URL): string | null;
}

const google = /^(?:www\.|images\.)?google\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/;

const wrappers: readonly Wrapper[] = [
  { host: google, path: /^\/(?:url|goto)$/, in: ['q', 'url'] },
  { host: google, path: /^\/imgres$/, in: ['imgrefurl'] },
  { host: google, path: /^\/amp\/(?:s\/)?./, read: ({ pathname, search }) => afterAmp(pathname.slice('/amp/'.length)) + search },
  { host: /\.cdn\.ampproject\.org$/, path: /^\/[cv]\/./, read: ({ pathname, search }) => afterAmp(pathname.slice('/c/'.length)) + search },
  { host: /^translate\.google\.[a-z.]+$/, in: ['u'] },
  { host: /\.translate\.goog$/, read: translated },
  { host: /^(?:www\.|cn\.)?bing\.com$/, path: /^\/ck\/a$/, read: ({ searchParams }) => ofBing(searchParams.get('u')) },
  { host: /^(?:html\.|www\.)?duckduckgo\.com$/, path: /^\/l\/?$/, in: ['uddg'] },
  { host: /^r\.search\.yahoo\.com$/, read: ({ pathname }) => decoded(/\/RU=([^/]+)/.exec(pathname)?.[1]) },
  { host: /^lm?\.(?:facebook|instagram|messenger|threads)\.com$/, in: ['u'] },
  { host: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/redirect$/, in: ['q'] },
  { host: /^youtu\.be$/, path: /^\/[\w-]{6,}$/, read: ({ pathname }) => `https://www.youtube.com/watch?v=${pathname.slice(1)}` },
  { host: /^out\.reddit\.com$/, in: ['url'] },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, in: ['url'] },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, in: ['z'] },
  { host: /^(?:m\.)?vk\.com$/, path: /^\/away(?:\.php)?$/, in: ['to'] },
  { host: /^link\.zhihu\.com$/, in: ['target'] },
  { host: /^medium\.com$/, path: /^\/r\/?$/, in: ['url'] },
  { host: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, in: ['u', 'url'] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, in: ['url'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, in: ['url'] },
  {
    host: /^urldefense\.com$/,
    path: /^\/v3\//,
    read: ({ href }) => /__(https?:\/\/?.+?)__/.exec(href)?.[1]?.replace(/^(https?:\/)(?!\/)/, '$1/') ?? null,
  },
];

/** Wrappers that say nothing of where they lead: only following them tells. */
const opaque: readonly { host: RegExp; path?: RegExp }[] = [
  // Gemini's sources.
  { host: /^vertexaisearch\.cloud\.google\.com$/, path: /^\/grounding-api-redirect\// },
  { host: /^news\.google\.com$/, path: /^\/(?:rss\/)?(?:articles|read)\// },
  {
    host: /^(?:t\.co|bit\.ly|tinyurl\.com|ow\.ly|buff\.ly|lnkd\.in|goo\.gl|is\.gd|cutt\.ly|rb\.gy|trib\.al|dlvr\.it|fb\.me|amzn\.to|a\.co|shorturl\.at|g\.co)$/,
    path: /^\/./,
  },
];

/** A wrapper may hold another. */
const maxLayers = 5;

/** The address that redirect wrappers hold; the given one where it is none. Nothing is asked of the network. */
export function unwrapped(given: string): string {
  let at = given;
  for (let layer = 0; layer < maxLayers; layer++) {
    const target = targetOf(at);
    if (target === null) break;
    at = target;
  }
  return at;
}

/** Whether an address is a wrapper that can only be followed to learn where it leads. */
export function isOpaque(address: string): boolean {
  const url = parseUrl(address);
  return url !== null && opaque.some(({ host, path }) => host.test(url.hostname) && (path?.test(url.pathname) ?? true));
}

function targetOf(address: string): string | null {
  const url = parseUrl(address);
  if (!url) return null;
  const wrapper = wrappers.find(({ host, path }) => host.test(url.hostname) && (path?.test(url.pathname) ?? true));
  const target = wrapper?.read?.(url) ?? wrapper?.in?.map((name) => url.searchParams.get(name)).find(Boolean);
  return target && /^https?:\/\//i.test(target) && parseUrl(target) ? target : null;
}

/** `s/` stands for https; without it the address is of http. */
function afterAmp(rest: string): string {
  return rest.startsWith('s/') ? `https://${rest.slice(2)}` : `http://${rest}`;
}

/** `docs-example--site-com.translate.goog` is `docs.example-site.com`. */
function translated({ hostname, pathname, searchParams }: URL): string {
  const host = hostname
    .replace(/\.translate\.goog$/, '')
    .replaceAll('--', '\0')
    .replaceAll('-', '.')
    .replaceAll('\0', '-');
  const own = [...searchParams].filter(([name]) => !name.startsWith('_x_tr_'));
  return `https://${host}${pathname}${own.length > 0 ? `?${String(new URLSearchParams(own))}` : ''}`;
}

/** `a1` and the address in the alphabet of base64 for addresses. */
function ofBing(parameter: string | null): string | null {
  return parameter?.startsWith('a1') ? Buffer.from(parameter.slice(2), 'base64url').toString('utf8') : null;
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
