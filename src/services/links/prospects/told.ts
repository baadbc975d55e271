import type { LinkProspect } from '../../../../schema/link-building.ts';
import type { LinkOpportunityRow } from '../../../db/rows/links.ts';
import { parsed } from '../../common/wire.ts';
import { cut, type Evidence } from '../discovery/evidence.ts';

/** Of what a page says: rows are read many at once. */
const maxSaid = 200;

/** An opportunity in short: enough to write a mail from. */
export function toldOf({ kind, url, evidence }: LinkOpportunityRow): NonNullable<LinkProspect['bestOpportunity']> {
  const { page, ...seen } = parsed<Evidence>(evidence);
  const words = [...seenOn(seen), ...(page && page.linksTo.length > 0 ? [`It links to ${page.linksTo.join(', ')}.`] : [])];
  return { kind, url, title: page?.title ? cut(page.title, maxSaid) : null, seen: words.length > 0 ? words.join(' ') : null };
}

function* seenOn(evidence: Evidence): Generator<string> {
  const { answers, prompts, competitor, sentence, brokenUrl, gone, anchor, replacement, sites } = evidence;
  if (answers !== undefined) {
    const [prompt] = prompts ?? [];
    const asked = prompt === undefined ? '' : `, asked “${cut(prompt, maxSaid)}”`;
    yield answers === 1
      ? `One answer that names a competitor and not you cites it${asked}.`
      : `${answers} answers that name a competitor and not you cite it${asked}.`;
  }
  if (competitor) yield `It says of ${competitor.name}: “${cut(competitor.sentence, maxSaid)}”`;
  if (sentence !== undefined) yield `It says of you: “${cut(sentence, maxSaid)}”`;
  if (brokenUrl !== undefined) yield `It links to ${brokenUrl} (${gone}) as “${cut(anchor ?? '', maxSaid)}”; you have ${replacement?.url}.`;
  if (sites !== undefined) yield `It lists links to ${sites} sites.`;
}
