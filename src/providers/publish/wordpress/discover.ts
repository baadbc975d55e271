import { AppError } from '../../../errors.ts';
import { decodeEntities } from '../../html.ts';
import { list, record, text, webAddress } from '../../json.ts';
import { askService, type ServiceAnswer } from '../../service.ts';
import { land } from '../site.ts';
import { refusal, errorOf, type WordPressSite } from './access.ts';

/** The API's root, and how the site describes itself there. */
export interface Index {
  root: URL;
  name: string;
  hasApplicationPasswords: boolean;
}

const maxScannedBytes = 262_144;

/**
 * Finds the API by the home page's link (https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/), else at the usual places.
 * A place at another origin is not asked: a site may name any address, also one inside the network of the desk.
 */
export async function discover(site: WordPressSite, signal?: AbortSignal): Promise<Index> {
  const { home } = site;
  const { answer: page, elsewhere } = await land(site, home, { headers: { accept: 'text/html' }, signal });
  // Credentials are not sent over http to a site that has moved to https.
  if (elsewhere?.hostname === home.hostname) throw notFound(home, elsewhere);
  const linked = linkedRoot(page);
  const places = [...(linked ? [linked] : []), new URL('wp-json/', home), new URL('?rest_route=/', home)];
  for (const place of places.filter(({ origin }) => origin === home.origin)) {
    const index = await readIndex(site, place, signal);
    if (index) return index;
  }
  if (page.status === 429 || page.status >= 500) throw refusal(site, page);
  throw notFound(home, elsewhere ?? (linked?.origin === home.origin ? null : linked));
}

function notFound(home: URL, elsewhere: URL | null): AppError {
  return new AppError('provider_refused', `No WordPress API was found at ${home.host}.`, {
    hint: elsewhere
      ? `The site leads to ${elsewhere.host}; the password is not sent there. If that is yours, configure ${elsewhere.origin}/ as its address.`
      : 'Give the address of the home page, and see that no plugin switches the REST API off.',
  });
}

/** The URL of an API route: a path with pretty permalinks, a query parameter with plain ones. */
export function endpoint(root: URL, route: string, query: Record<string, string>): string {
  const url = new URL(root);
  const plain = url.searchParams.get('rest_route');
  if (plain === null) url.pathname = url.pathname.replace(/\/$/, '') + route;
  else url.searchParams.set('rest_route', plain.replace(/\/$/, '') + route);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Null if the API is not here. */
async function readIndex(site: WordPressSite, root: URL, signal?: AbortSignal): Promise<Index | null> {
  const url = endpoint(root, '/', { _fields: 'name,namespaces,authentication' });
  const answer = await askService(site, { url, headers: site.headers, signal });
  const { name, namespaces, authentication } = record(answer.json);
  if (list(namespaces).includes('wp/v2')) {
    const hasApplicationPasswords = 'application-passwords' in record(authentication);
    return { root, name: text(name), hasApplicationPasswords };
  }
  // If WordPress itself refuses or fails, it would at the next place too.
  const isItsOwn = errorOf(answer).code !== '' && answer.status !== 404;
  if (isItsOwn || answer.status === 429 || answer.status >= 500) throw refusal(site, answer);
  return null;
}

function linkedRoot({ headers, body }: ServiceAnswer): URL | null {
  const inHeader = /<([^<>]+)>\s*;[^,<]*rel="?https:\/\/api\.w\.org\/"?/i.exec(headers['link'] ?? '')?.[1];
  const inPage = () => {
    const elements =
      body
        .subarray(0, maxScannedBytes)
        .toString('utf8')
        .match(/<link\s[^<>]{1,2000}>/gi) ?? [];
    const element = elements.find((tag) => /\srel=["']?https:\/\/api\.w\.org\/["'\s>]/i.test(tag));
    return decodeEntities(/\shref=["']([^"']+)["']/i.exec(element ?? '')?.[1] ?? '');
  };
  const address = webAddress(inHeader ?? inPage());
  return address === null ? null : new URL(address);
}
