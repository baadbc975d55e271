import type { Evidence } from '../check.ts';
import { shown, type SiteCheck } from './site-check.ts';
import type { OddAnswer, SiteLink, SitePage } from './site-view.ts';
import type { Survey } from './survey.ts';

/** What a page loads or names, and was answered otherwise than it should be. */
function* odd(
  { links }: SitePage,
  { about }: Survey,
  kind: SiteLink['kind'],
  why: (what: OddAnswer['what']) => string | null,
): Iterable<Evidence> {
  for (const link of links) {
    const answer = link.kind === kind ? about.odd.get(link.target) : undefined;
    const found = answer ? why(answer.what) : null;
    if (found !== null) yield { line: link.line, text: `${shown(answer!.url)} ${found}` };
  }
}

const weight = (what: OddAnswer['what']) =>
  typeof what === 'object' && 'bytes' in what
    ? `has ${what.isMore ? 'more than ' : ''}${Math.round(what.bytes / 1000).toLocaleString('en')} kB`
    : null;

export const oddAnswerChecks: readonly SiteCheck[] = [
  {
    code: 'library_vulnerable',
    severity: 'warning',
    category: 'security',
    title: 'A jQuery with known holes',
    why: 'Before 3.5.0 HTML from strangers could run as a script (CVE-2020-11022, CVE-2020-11023).',
    howToFix: 'Load jQuery 3.5.0 or later, or leave it out.',
    // What is gone, or a page in its place, cannot run.
    *ofPage({ links }, { about }) {
      for (const { kind, text, target, line } of links)
        if (kind === 'resource' && text !== '' && !about.broken.has(target) && about.odd.get(target)?.what !== 'page') yield { line, text };
    },
  },
  {
    code: 'resources_are_pages',
    severity: 'warning',
    category: 'availability',
    title: 'Stylesheets or scripts that are web pages',
    why: 'The server answers with HTML, mostly its page of errors, and browsers do not take it.',
    howToFix: 'Put the file back, correct its address, and answer 404 where nothing is.',
    ofPage: (page, survey) => odd(page, survey, 'resource', (what) => (what === 'page' ? 'is answered with HTML' : null)),
  },
  {
    code: 'resources_refused',
    severity: 'warning',
    category: 'availability',
    title: 'Stylesheets or scripts of a type that browsers refuse',
    why: 'With X-Content-Type-Options: nosniff browsers take only text/css as a style sheet and only JavaScript as a script.',
    howToFix: 'Serve style sheets as text/css, and scripts as text/javascript.',
    ofPage: (page, survey) =>
      odd(page, survey, 'resource', (what) =>
        typeof what === 'object' && 'type' in what ? `is answered as ${what.type}, with nosniff` : null,
      ),
  },
  {
    code: 'images_heavy',
    severity: 'notice',
    category: 'performance',
    title: 'Images of more than a megabyte',
    why: 'Each takes seconds on a phone, and competes with what the reader came for.',
    howToFix: 'Scale them to the size at which they are shown, and save them as WebP or AVIF.',
    ofPage: (page, survey) => odd(page, survey, 'image', weight),
  },
  {
    code: 'resources_heavy',
    severity: 'notice',
    category: 'performance',
    title: 'Stylesheets or scripts of more than half a megabyte',
    why: 'They are fetched, read and run before the page can be used.',
    howToFix: 'Leave out what no page uses, split the rest, and serve it minified and packed.',
    ofPage: (page, survey) => odd(page, survey, 'resource', weight),
  },
  {
    code: 'feeds_broken',
    severity: 'warning',
    category: 'availability',
    title: 'Feeds that cannot be read',
    why: 'Readers and agents that follow the feed hear of nothing new.',
    howToFix: 'Serve Atom, RSS or a JSON feed that a validator accepts, at the address that the head names.',
    ofPage: (page, survey) => odd(page, survey, 'named', (what) => (what === 'no_feed' ? 'is no feed' : null)),
  },
];
