import type { Polite } from '../../../crawl/polite.ts';
import { hostOf, scopeOf } from '../../../crawl/url.ts';
import { decodeText } from '../../../documents/decode.ts';
import { isUnreadable } from '../../../documents/unreadable.ts';
import { readMailAddresses, type ShownAddress } from '../../../pages/mail-addresses.ts';
import type { PageFacts, PageLink } from '../../../pages/page-facts.ts';
import type { System } from '../../../system.ts';
import { charsetOf, isHtml } from '../../site/index.ts';
import type { Given } from '../given.ts';
import { domainAt } from './ground.ts';

/** Whom to write to at a site, and the page that says so. */
export interface FoundContact {
  email: string;
  source: string;
}

/** A page on which a site says whom to write to. */
export type ContactPage = 'contact' | 'imprint' | 'author';

/** How sites call such pages, in their addresses and links; the first kind that has an address counts. */
const contactPages: readonly { kind: ContactPage; named: RegExp }[] = [
  {
    kind: 'contact',
    named: wordsOf('contacts?|kontakte?|contact-?us|contacto|contatt[io]|contactez(?:-nous)?|nous-contacter|contato|contacteer'),
  },
  { kind: 'imprint', named: wordsOf('impressum|imprint|legal-?notice|mentions[- ]l[ée]gales|aviso[- ]legal|note[- ]legali|colofon') },
  {
    kind: 'author',
    named: wordsOf(
      'authors?|autor(?:en|es|in)?|autori|auteure?s?|about(?:[- ]?(?:us|me))?|(?:ü|ue)ber[- ]?(?:uns|mich)|redaktion|editorial|masthead|chi[- ]siamo|[àa][- ]propos|quienes[- ]somos',
    ),
  },
];

function wordsOf(alternatives: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`, 'iu');
}

/** Nobody reads links' mail there. */
const notWrittenTo =
  /^(?:no-?reply|do-?not-?reply|nicht-?antworten|mailer-daemon|postmaster|hostmaster|abuse|spam|security|privacy|gdpr|dpo|datenschutz|dsgvo|unsubscribe|bounces?|jobs|careers?|bewerbung|billing|invoices?|rechnung|legal|copyright|dmca|fraud|complaints?|beschwerden?)(?:[.+_-]|$)/;
/** Those who decide on what a site links to, first. */
export const preferred: readonly RegExp[] = [
  /^(?:editors?|editorial|redaktion|redaction|redaccion|redazione|redactie|webmaster|content|blog|outreach|links?)(?:[.+_-]|$)/,
  /^(?:press|presse|prensa|media|marketing|pr|partners?)(?:[.+_-]|$)/,
  /^(?:hello|hallo|hi|hola|ciao|info|contact|kontakt|contacto|office|mail|post|team|service|support)(?:[.+_-]|$)/,
];
/** Those who take orders, members and advertising, last. */
const selling =
  /^(?:sales|vertrieb|orders?|bestellung(?:en)?|shop|ads?|adsales|advertis(?:e|ing)|anzeigen|subs|subscriptions?|abo|members?|membership|mitglieder)(?:[.+_-]|$)/;

const maxBytes = 2 * 1024 * 1024;
/** A longer text is no name of a page. */
const maxLinkText = 60;
const maxLinksAtEdge = 300;

type Needs = Pick<Given, 'pages'> & { system: Pick<System, 'turns'>; way: Pick<Polite, 'fetch'> };

/** Whom to write to at the site of a page: looked for on the site's own contact, imprint and author pages, as its links name them. Nothing is guessed. */
export async function findContact(
  needs: Needs,
  { url, facts }: { url: string; facts: PageFacts },
  signal: AbortSignal,
): Promise<FoundContact | null> {
  const linked = pagesNamed(url, facts);
  const pages = linked.length > 0 ? linked : await pagesNamedAtHome(needs, url, signal);
  for (const { kind, page } of pages) {
    const contact = await contactOn(needs, { kind, page, host: hostOf(url) }, signal);
    if (contact) return contact;
  }
  return null;
}

interface NamedPage {
  kind: ContactPage;
  page: string;
}

/** The first page of each kind that a page links to on its own site. */
function pagesNamed(url: string, { links }: PageFacts): NamedPage[] {
  const { has } = scopeOf(new URL('/', url).href);
  // Such links stand at the top or at the bottom.
  const edges = links.length <= 2 * maxLinksAtEdge ? links : [...links.slice(0, maxLinksAtEdge), ...links.slice(-maxLinksAtEdge)];
  const own = edges.filter((link) => link.url !== null && has(link.url));
  const isNamed = (link: PageLink, named: RegExp) => named.test(pathOf(link.url!)) || named.test(link.text.slice(0, maxLinkText));
  return contactPages.flatMap(({ kind, named }) => {
    const link = (kind === 'author' && own.find(({ rel }) => rel.includes('author'))) || own.find((one) => isNamed(one, named));
    return link ? [{ kind, page: link.url! }] : [];
  });
}

function pathOf(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname).replaceAll('_', '-');
  } catch {
    return pathname;
  }
}

async function pagesNamedAtHome({ pages, way }: Needs, url: string, signal: AbortSignal): Promise<NamedPage[]> {
  const home = new URL('/', url).href;
  if (home === url) return [];
  const answer = await way.fetch(home, { accept: 'text/html', maxBytes, signal });
  if (answer.outcome !== 'answered' || answer.status !== 200 || hostOf(answer.url) !== hostOf(url)) return [];
  const facts = await pages.facts(answer, signal);
  return facts ? pagesNamed(answer.url, facts) : [];
}

async function contactOn(
  { system, way }: Needs,
  { kind, page, host }: NamedPage & { host: string },
  signal: AbortSignal,
): Promise<FoundContact | null> {
  const { outcome, status, url, headers, body } = await way.fetch(page, { accept: 'text/html', maxBytes, signal });
  // A page elsewhere speaks for somebody else.
  if (outcome !== 'answered' || status !== 200 || hostOf(url) !== host || !isHtml(headers['content-type'] ?? '')) return null;
  const turn = system.turns(signal);
  try {
    const shown = await readMailAddresses(await decodeText(body, charsetOf(headers), turn), url, turn);
    const best = bestOf(shown, { kind, domain: domainAt(url) });
    return best === null ? null : { email: best, source: url };
  } catch (thrown) {
    signal.throwIfAborted();
    if (isUnreadable(thrown)) return null;
    throw thrown;
  }
}

/** Addresses of the site's own domain first; those of others only on the contact page, for an imprint names agencies and authorities too. */
export function bestOf(shown: readonly ShownAddress[], { kind, domain }: { kind: ContactPage; domain: string }): string | null {
  const nameOf = ({ email }: ShownAddress) => email.slice(0, email.lastIndexOf('@'));
  const isOfSite = ({ email }: ShownAddress) => domainAt(`http://${email.slice(email.lastIndexOf('@') + 1)}/`) === domain;
  const usable = shown.filter((one) => !notWrittenTo.test(nameOf(one)) && (kind === 'contact' || isOfSite(one)));
  const rank = (one: ShownAddress) => {
    const role = preferred.findIndex((pattern) => pattern.test(nameOf(one)));
    return Number(!isOfSite(one)) * 10 + (role < 0 ? preferred.length + Number(selling.test(nameOf(one))) : role);
  };
  return usable.toSorted((one, other) => rank(one) - rank(other))[0]?.email ?? null;
}
