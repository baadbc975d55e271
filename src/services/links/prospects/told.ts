import type { LinkProspect } from '../../../../schema/link-building.ts';
import type { LinkOpportunityRow, LinkProspectRow } from '../../../db/rows/links.ts';
import { parsed } from '../../common/wire.ts';
import { cut, type Evidence } from '../discovery/evidence.ts';

/** Of what a page says: rows are read many at once. */
const maxSaid = 200;

type Told = NonNullable<LinkProspect['bestOpportunity']>;
type TargetSuggestion = LinkProspect['targetSuggestion'];

/** An opportunity in short: enough to write a mail from. */
export function toldOf({ kind, url, evidence }: Pick<LinkOpportunityRow, 'kind' | 'url' | 'evidence'>): Told {
  const { page, ...seen } = parsed<Evidence>(evidence);
  return { kind, url, title: page?.title ? cut(page.title, maxSaid) : null, evidence: seenOn(seen, page?.linksTo ?? []) };
}

/** What is not known is left out: most of it belongs to one kind alone. */
function seenOn({ answers, prompts, engines, competitor, sentence, ...seen }: Evidence, linksTo: string[]): Told['evidence'] {
  const { brokenUrl, gone, anchor, sites } = seen;
  const quote = sentence ?? competitor?.sentence;
  return {
    ...(quote !== undefined && { quote: cut(quote, maxSaid), names: sentence === undefined ? competitor!.name : 'you' }),
    ...(linksTo.length > 0 && { linksTo }),
    ...(answers !== undefined && { answers, question: prompts?.[0] && cut(prompts[0], maxSaid), engines }),
    ...(brokenUrl !== undefined && { brokenUrl, gone, anchor: anchor && cut(anchor, maxSaid) }),
    ...(sites !== undefined && { sites }),
  };
}

/** Without a quote it was kept before pages were quoted; with none, it is the front page. */
function whyOf(quote: string | null | undefined): string {
  if (quote === undefined) return 'On the same.';
  return quote === null ? 'They name you, and this is your front page.' : `On the same: “${quote}”`;
}

/** The project's page that the link could lead to, and why; none rather than a wrong one. */
export function targetOf(
  { target_url }: Pick<LinkProspectRow, 'target_url'>,
  best: Pick<LinkOpportunityRow, 'evidence'> | undefined,
): TargetSuggestion {
  const { replacement, target } = best ? parsed<Evidence>(best.evidence) : {};
  const page = replacement ?? target;
  if (target_url !== null && page?.url !== target_url) return { url: target_url, title: null, why: 'It was set for this site.' };
  if (page) {
    const { url, title, quote } = page;
    return { url, title, why: whyOf(quote) };
  }
  const why =
    target === null ? 'None of your pages that were read is on the same.' : 'Not known: that page or yours were not read (posts_refresh).';
  return { url: null, title: null, why };
}
