import { normalise, terms } from '../../language/tokens.ts';
import { parseBody, readBody } from '../../markdown/body.ts';
import { isApparatus } from '../compose/sections.ts';
import type { OptimizedPage } from '../optimize/shapes.ts';
import { cleanHeading } from '../sources/headings.ts';
import { asks } from '../sources/locales.ts';
import { standingOf } from '../sources/standing.ts';
import { ownTerms } from './answers.ts';
import type { SuggestInput } from './shapes.ts';

/** What the page lacks. */
export interface Wanted {
  heading: string;
  kind: 'question' | 'topic';
}

const noTopic = 'As a heading it says nothing: it is cut off, leans on other text, or no sentence stands below it.';
const noOwnWords = 'It names nothing besides the keyword and the page’s title.';

/** Questions first, because a page answers one where its topic's heading would do; what two competitors have before what one has. What cannot be a heading is left, with the reason. */
export async function wantedIn({
  score,
  page,
  keyword,
  language,
  competitors,
}: SuggestInput): Promise<{ wanted: Wanted[]; left: Map<string, string> }> {
  const questions = score.missingQuestions.map(({ question }): Wanted => ({ heading: question, kind: 'question' }));
  const topics = score.outlineDiff
    .filter(({ status }) => status === 'missing')
    .toSorted((one, other) => other.in.length - one.in.length)
    .map(({ heading }): Wanted => ({ heading, kind: 'topic' }));
  const seen = new Set<string>();
  const left = new Map<string, string>();
  const told = await toldIn(competitors);
  const wanted = [...questions, ...topics].filter(({ heading, kind }) => {
    const key = terms(heading, language).toSorted().join(' ');
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    const says = kind === 'question' ? isWhole(heading, language) : told.has(nameOf(heading)) && isTopic(heading);
    if (!says) left.set(heading, noTopic);
    else if (ownTerms(heading, [keyword, page.title, page.h1 ?? ''], language).length === 0) left.set(heading, noOwnWords);
    return !left.has(heading);
  });
  return { wanted, left };
}

/** "So which?" leans on other text, and "Refer to What?" asks nothing; "How can I?" is a reader's own. */
const isWhole = (question: string, language: string) => asks.test(question) || standingOf(question, language) === 'alone';

const isTopic = (heading: string) => cleanHeading(heading) !== null && !isApparatus(heading);

/** The headings with a sentence below them on some page. What stands over links or a list everywhere is layout: "Topics", "Directives". */
async function toldIn(pages: readonly OptimizedPage[]): Promise<ReadonlySet<string>> {
  const told = new Set<string>();
  for (const tokens of await Promise.all(pages.map(({ markdown }) => parseBody(markdown)))) {
    let open: { name: string; level: number }[] = [];
    // What lies deeper stands in a list, a table or a quotation.
    for (const { level, text } of readBody(tokens.filter((token) => token.type !== 'inline' || token.level === 1)).blocks) {
      if (level > 0) open = [...open.filter((above) => above.level < level), { name: nameOf(text), level }];
      else if (sentence.test(text)) for (const { name } of open) told.add(name);
    }
  }
  return told;
}

const sentence = /[.!?。]["”»)]*$/u;

const nameOf = (heading: string) => normalise(cleanHeading(heading) ?? heading);
