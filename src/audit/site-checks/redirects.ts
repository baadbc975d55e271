import { told, shown, type SiteCheck } from './site-check.ts';
import type { Survey } from './survey.ts';

/** Hops that are followed within what was read. */
const maxHops = 10;
const temporary = new Set([302, 303, 307]);
const firstError = 400;

/** The numbers that a redirect leads over, and whether it comes back to one of them. */
export function wayFrom(start: number, { index }: Survey): { way: number[]; isLoop: boolean } {
  const way: number[] = [];
  const seen = new Set([start]);
  for (let at = index.goalOf(start); at !== 0 && way.length < maxHops; at = index.goalOf(at)) {
    if (seen.has(at)) return { way, isLoop: true };
    seen.add(at);
    way.push(at);
  }
  return { way, isLoop: false };
}

/** Where a way ends, first, for evidence is cut at its end. */
function endOf(way: readonly number[], { index }: Survey): string {
  const last = way.at(-1)!;
  if (index.is(last, 'redirects')) return 'ends beyond what was read';
  const status = index.statusOf(last);
  return `ends at ${shown(index.urlOf(last))}, which ${status === 0 ? 'does not answer' : `answers ${status}`}`;
}

/** The addresses between the first and the last. */
function stopsOf(way: readonly number[], { index }: Survey): string {
  const stops = way.filter((at) => index.is(at, 'redirects'));
  return stops.map((at) => `${shown(index.urlOf(at))} (${index.statusOf(at)})`).join(', ');
}

const redirecting = new Set([301, 302, 303, 307, 308]);

export const redirectChecks: readonly SiteCheck[] = [
  {
    code: 'redirect_without_goal',
    severity: 'critical',
    category: 'availability',
    title: 'Redirects that lead nowhere',
    why: 'The answer says to go elsewhere and names no address on the web, so readers see nothing.',
    howToFix: 'Send Location with the address, or answer 200 or 404.',
    *ofPage({ status, redirectsTo, error }) {
      if (redirecting.has(status) && redirectsTo === null && error === null) yield told(`answers ${status} without an address`);
    },
  },
  {
    code: 'redirect_loops',
    severity: 'critical',
    category: 'availability',
    title: 'Redirects that go round in a circle',
    why: 'Nobody ever arrives.',
    howToFix: 'Let one of the addresses answer with the page, and redirect the others to it.',
    *ofPage({ number, url, redirectsTo }, survey) {
      if (redirectsTo === null) return;
      if (redirectsTo === url) yield told('redirects to itself');
      else if (wayFrom(number, survey).isLoop) yield told(`by way of ${shown(redirectsTo)}`);
    },
  },
  {
    code: 'redirect_chains',
    severity: 'warning',
    category: 'availability',
    title: 'Redirects over several hops',
    why: 'Each hop costs time, and crawlers give up after a few.',
    howToFix: 'Redirect at once to the last address.',
    causes: ['redirects_to_errors'],
    *ofPage({ number, redirectsTo }, survey) {
      if (redirectsTo === null) return;
      const { way, isLoop } = wayFrom(number, survey);
      const hops = way.filter((at) => survey.index.is(at, 'redirects')).length + 1;
      if (hops > 1 && !isLoop) yield told(`${hops} hops: ${endOf(way, survey)}, by way of ${stopsOf(way, survey)}`);
    },
  },
  {
    code: 'redirects_to_errors',
    severity: 'critical',
    category: 'availability',
    title: 'Redirects that end at an error',
    why: 'Who follows them ends at nothing.',
    howToFix: 'Redirect to a page that is there, or answer 410 where nothing took its place.',
    *ofPage({ number, redirectsTo }, survey) {
      const last = redirectsTo === null ? undefined : wayFrom(number, survey).way.at(-1);
      if (last === undefined) return;
      const status = survey.index.statusOf(last);
      if (status >= firstError) yield told(`ends at ${shown(survey.index.urlOf(last))}, which answers ${status}`);
    },
  },
  {
    code: 'temporary_redirects',
    severity: 'notice',
    category: 'indexing',
    title: 'Temporary redirects',
    why: 'Search engines keep the old address for as long as a move is called temporary.',
    howToFix: 'Answer 301 or 308 where the move is meant to last.',
    causes: ['redirect_loops', 'redirects_to_errors'],
    *ofPage({ status, redirectsTo }) {
      if (redirectsTo !== null && temporary.has(status)) yield told(`${status} to ${shown(redirectsTo)}`);
    },
  },
  {
    code: 'redirects_to_http',
    severity: 'warning',
    category: 'security',
    title: 'Redirects from https to http',
    why: 'The reader leaves the secure connection without noticing.',
    howToFix: 'Redirect to the https address.',
    *ofPage({ url, redirectsTo }) {
      if (url.startsWith('https:') && redirectsTo?.startsWith('http:')) yield told(`to ${shown(redirectsTo)}`);
    },
  },
];
