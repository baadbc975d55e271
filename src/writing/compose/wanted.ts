import { terms } from '../../language/tokens.ts';
import type { SourceReading } from '../sources/candidates.ts';
import { headingPath } from '../sources/headings.ts';
import type { Topic } from '../sources/topic.ts';
import type { Plan } from './planning.ts';
import type { Run } from './runs.ts';
import type { SourceSection } from './sections.ts';

/** A run speaks of a wanted heading if it and its headings hold this share of its words; so "grind" alone does not speak of "Grind size". */
const minSpoken = 0.6;
/** Fewer sentences among others are a mere mention. */
const minSentences = 2;

/** How a section belongs under a wanted heading: its own heading says the same, its document's title does, some of its runs speak of it, or not at all. */
const belongs = { headed: 3, titled: 2, speaks: 1, not: 0 };

/** For each wanted heading, what the sources say about it. A section with such a heading or title goes there as a whole and nowhere else. */
export function plansUnder(headings: readonly string[], sections: readonly SourceSection[], { topic }: SourceReading): Plan[] {
  const plans: Plan[] = headings.map((heading) => ({ heading, sections: [], taken: [] }));
  const wanted = headings.map((heading) => wantedIn(heading, topic));
  const headed = wanted.map((one) => sections.filter((section) => isHeaded(section, one, topic)));
  for (const section of sections) {
    const standings = wanted.map((one, index) => standingOf(section, one, topic, headed[index]!));
    const highest = Math.max(...standings);
    for (const [index, standing] of standings.entries()) {
      if (standing !== highest || highest === belongs.not) continue;
      const runs = highest === belongs.speaks ? runsOn(section, wanted[index]!) : section.runs;
      plans[index]!.sections.push({
        ...section,
        runs: runs.map((run) => (runs.length < section.runs.length ? { ...run, follows: false } : run)),
      });
      if (highest > belongs.speaks) break;
    }
  }
  for (const plan of plans) plan.sections.sort((a, b) => b.relevance - a.relevance);
  return plans;
}

/** A wanted heading's terms: all of them, and those not in the keyword, which the whole article is about. */
interface Wanted {
  all: readonly string[];
  own: readonly string[];
  /** True if it says no more than the keyword: "What a pool is". */
  isGeneral: boolean;
}

function wantedIn(heading: string, { keyword, language }: Topic): Wanted {
  const all = [...new Set(terms(heading, language))];
  const own = all.filter((term) => !keyword.has(term));
  return { all, own: own.length > 0 ? own : all, isGeneral: own.length === 0 };
}

function isHeaded({ path, passages }: SourceSection, { own, all, isGeneral }: Wanted, { keyword, language }: Topic): boolean {
  const held = new Set(terms(path ?? '', language));
  // "Sizing a pool" is not what a pool is.
  if (isGeneral && terms(headingPath(path).at(-1) ?? '', language).some((term) => !keyword.has(term))) return false;
  return own.length > 0 && own.every((term) => held.has(term)) && all.every((term) => held.has(term) || passages[0]!.context.has(term));
}

function standingOf(section: SourceSection, wanted: Wanted, topic: Topic, headed: readonly SourceSection[]): number {
  if (headed.includes(section)) return belongs.headed;
  const { title } = section.passages[0]!;
  // If a section of the document has the heading, its title does not make the others about it too.
  const isParted = headed.some(({ documentId }) => documentId === section.documentId);
  if (wanted.own.length > 0 && wanted.all.every((term) => title.has(term)) && !isParted) return belongs.titled;
  if (wanted.isGeneral && isParted) return belongs.not;
  return runsOn(section, wanted).length > 0 ? belongs.speaks : belongs.not;
}

/** The runs that speak of the heading; none if all they do is mention it once among other things. */
function runsOn(section: SourceSection, wanted: Wanted): Run[] {
  const runs = section.runs.filter((run) => speaks(run, wanted, section));
  const telling = (some: readonly Run[]) =>
    some.flatMap(({ units }) => units).filter(({ terms: held }) => wanted.own.some((term) => held.includes(term)));
  return telling(runs).length >= Math.min(minSentences, section.runs.flatMap(({ units }) => units).length) ? runs : [];
}

/** Whether the run's own sentences hold a word of the heading, and with their headings most of them. */
function speaks({ units, follows }: Run, { own, all }: Wanted, { passages }: SourceSection): boolean {
  if (follows) return false;
  const told = new Set(units.flatMap(({ terms: held }) => held));
  const { context } = passages[0]!;
  const share = (some: readonly string[]) => some.filter((term) => told.has(term) || context.has(term)).length / Math.max(1, some.length);
  return own.some((term) => told.has(term)) && Math.min(share(own), share(all)) >= minSpoken;
}
