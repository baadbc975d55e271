import type { PageFacts } from './page-facts.ts';

/** What a page says without scripts, and what with them; null where it says nothing. */
export interface Change {
  raw: string | null;
  rendered: string | null;
}

/** What a page has only once its scripts have run: who reads without them, as most crawlers of AI do, does not see it. */
export interface RenderedDifference {
  /** Words of the main text. */
  words: { raw: number; rendered: number };
  /** Each is null where scripts change nothing. Several titles and the like are told one after the other. */
  title: Change | null;
  description: Change | null;
  canonical: Change | null;
  /** Directives for robots, each with whom it is for. */
  robots: Change | null;
  /** Headings, addresses that are linked, and types of structured data that come by scripts; each once. */
  headings: string[];
  links: string[];
  types: string[];
}

/** Compares two readings of a page: its answer as it came, and as a browser shows it. Both are read with the same address and headers. */
export function compareRendered(raw: PageFacts, rendered: PageFacts): RenderedDifference {
  return {
    words: { raw: raw.mainWords, rendered: rendered.mainWords },
    title: changed(raw, rendered, ({ titles }) => titles.map(({ text }) => text)),
    description: changed(raw, rendered, ({ descriptions }) => descriptions.map(({ text }) => text)),
    canonical: changed(raw, rendered, ({ canonicals }) => canonicals.map(({ href, url }) => url ?? href)),
    robots: changed(raw, rendered, ({ robots }) => robots.map(({ agent, directives }) => `${agent}: ${directives.toSorted().join(', ')}`)),
    headings: added(raw, rendered, ({ headings }) => headings.map(({ text }) => text).filter((text) => text !== '')),
    links: added(raw, rendered, ({ links }) => links.flatMap(({ url }) => url ?? [])),
    types: added(raw, rendered, ({ types }) => types),
  };
}

type Says = (facts: PageFacts) => string[];

/** In whatever order: scripts often write the head anew. */
function changed(raw: PageFacts, rendered: PageFacts, says: Says): Change | null {
  const [before, after] = [raw, rendered].map((facts) => says(facts).toSorted().join(' | ') || null) as [string | null, string | null];
  return before === after ? null : { raw: before, rendered: after };
}

function added(raw: PageFacts, rendered: PageFacts, says: Says): string[] {
  const before = new Set(says(raw));
  return [...new Set(says(rendered))].filter((one) => !before.has(one));
}
