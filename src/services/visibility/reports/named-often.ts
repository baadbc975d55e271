import type { Visibility } from '../../../../schema/ai-visibility.ts';
import { isWrittenAsName, mentionsOf } from '../../../language/names.ts';
import { answersBy, beginningOf } from '../queries.ts';
import type { Cell } from './cells.ts';
import type { Question, ReportNeeds } from './question.ts';

/** The newest answers of the period, the beginning of each, and names that are looked for in them. */
const maxRead = { answers: 60, length: 4_000, names: 30 };
const maxTold = 5;
/** Fewer say little of who else is in question. */
const least = { answers: 3, prompts: 2, labels: 2 };
/** The name that an item of a list is about: "- **ClickUp** — a tool". */
const label = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\*\*((?:\p{Lu}|[\p{Ll}\d-]+\.[a-z])[^*\n:()—–]{1,38})(?::\*\*|\*\*)/gmu;

/** "monday.com" is written small, and is a name all the same. */
const host = /^[\p{L}\d-]+\.[a-z]{2,}$/u;

type NamedOften = Visibility['namedOften'];

/** Names that answers often list beside the tracked brands: words that label items, and within sentences have a capital nearly always. */
export async function namedOften(needs: ReportNeeds, { project, period }: Question, cells: readonly Cell[]): Promise<NamedOften> {
  const wanted = new Set(cells.filter(({ when }) => when === 'now').map(({ prompt, engine, surface }) => `${prompt} ${engine} ${surface}`));
  const newest = needs.store.db
    .selectFrom(answersBy('time'))
    .select(['prompt_id', 'engine', 'surface', beginningOf('text', maxRead.length).as('text')]);
  const rows = await newest
    .where('project_id', '=', project.id)
    .where('asked_at', '>=', period.since)
    .where('asked_at', '<=', period.until)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRead.answers)
    .execute();
  const answers = rows.filter(({ prompt_id, engine, surface }) => wanted.has(`${prompt_id} ${engine} ${surface}`));
  const texts = answers.map(({ text }) => text);
  const tracked = [
    ...project.brandTerms,
    ...(await needs.competitors.ofProject(project.id)).flatMap(({ name, aliases }) => [name, ...aliases]),
  ];
  const known = tracked.filter((name) => name !== '').map(mentionsOf);
  const turn = needs.system.turns();
  const isName = (name: string) => host.test(name) || isWrittenAsName(name, texts, project.language);
  const found: NamedOften = [];
  for (const name of labelsIn(texts)) {
    if (known.some((mentions) => name.search(mentions) >= 0) || !isName(name)) continue;
    const naming = answers.filter(({ text }) => text.search(mentionsOf(name)) >= 0);
    const prompts = new Set(naming.map(({ prompt_id }) => prompt_id));
    if (naming.length >= least.answers && prompts.size >= least.prompts) found.push({ name, answers: naming.length, of: answers.length });
    await turn();
  }
  return found.toSorted((one, other) => other.answers - one.answers || (one.name < other.name ? -1 : 1)).slice(0, maxTold);
}

/** Those of several answers, the most frequent first. */
function labelsIn(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const name of new Set(Array.from(text.matchAll(label), ([, written]) => written!.trim())))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= least.labels).toSorted(([, one], [, other]) => other - one);
  return often.slice(0, maxRead.names).map(([name]) => name);
}
