import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import { clipAtWord } from '../../../language/slug.ts';
import type { CheckedRewrite, PageText, SuggestInput } from '../../../writing/rewrite/shapes.ts';
import { gatesIn } from '../../../writing/score/gates.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { parsedOrNull } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { requestOf } from '../request.ts';
import { pageOf, scoreOf } from '../rows.ts';
import type { Checked, Checking, Handed } from './checking.ts';
import { writeByModel, type ModelText, type WrittenSteps } from './model.ts';
import { sourcesOf } from './passages.ts';
import type { Rewritten } from './rewritten.ts';

/** What is made anew of a page: a line, or a section by its number. */
type Part = (typeof lines)[number] | number;

const lines = ['title', 'h1', 'metaDescription'] as const;
const named = { title: 'The title', h1: 'The first heading', metaDescription: 'The meta description' };

interface Asked {
  row: OptimizationRow;
  project: Project;
  attempt: JobAttempt;
  about: Omit<SuggestInput, 'passages'>;
}

interface ByModel {
  handed: Handed;
  checked: Checked;
  left: Rewritten['left'];
  usage: string;
}

/** Parts of a rewrite that no gate objects to; `look` is undefined where there are none. */
interface Standing {
  parts: readonly Part[];
  look: CheckedRewrite | undefined;
}

/** Title, first heading and description come from the page's own words; the model writes sections. What a gate objects to stays as it was on the page. */
export async function rewriteByModel(given: Given & { checking: Checking }, { row, project, attempt, about }: Asked): Promise<ByModel> {
  const { thread, checking } = given;
  const { signal } = attempt;
  const page = pageOf(row)!;
  const model = await askModel(given, row, project, attempt);
  const suggested = await thread.run('suggestRewrite', [{ ...about, passages: [] }], signal);
  const left = [...model.left];

  function handing(parts: readonly Part[]): Handed {
    const { title, h1, metaDescription } = Object.fromEntries(lines.map((line) => [line, (parts.includes(line) ? suggested : page)[line]])) as unknown as PageText; // prettier-ignore
    const markdown = model.markdownWith(parts.filter((part) => typeof part === 'number'));
    return { text: { title, h1, metaDescription, markdown }, lossReasons: [], quotes: [], kept: [] };
  }
  async function look(parts: readonly Part[]): Promise<CheckedRewrite> {
    await attempt.report('checking the text', 0.97);
    return checking.look(row, project, handing(parts), signal);
  }
  const leave = (part: Part, reason: string) => left.push({ what: typeof part === 'number' ? model.nameOf(part) : named[part], reason });

  /** Adds of `parts` those that no gate objects to, found in halves: most often one alone is at fault. */
  async function standing(kept: Standing, parts: readonly Part[]): Promise<Standing> {
    if (parts.length === 0) return kept;
    const all = [...kept.parts, ...parts];
    const found = await look(all);
    const why = objectionIn(found);
    if (why === null) return { parts: all, look: found };
    const middle = parts.length >> 1;
    if (middle > 0) return standing(await standing(kept, parts.slice(0, middle)), parts.slice(middle));
    leave(parts[0]!, why);
    return kept;
  }

  /** All of it where no gate objects, else what is left of it after it was mended once. */
  async function accepted(): Promise<Standing> {
    const parts: Part[] = [...lines.filter((line) => suggested[line] !== page[line]), ...model.written];
    let found = await look(parts);
    if (objectionIn(found) !== null) {
      await model.mend(found.claims);
      found = await look(parts);
    }
    if (objectionIn(found) === null) return { parts, look: found };
    const objected = new Map(model.objected(found.claims).map(({ section, claims }): [Part, string] => [section, saidOf(claims)]));
    for (const [part, why] of objected) leave(part, why);
    return standing({ parts: [], look: undefined }, parts.filter((part) => !objected.has(part))); // prettier-ignore
  }

  const check = async ({ parts, look: looked }: Standing) => {
    const handed = handing(parts);
    return { parts, handed, checked: await checking.check(row, project, handed, signal, looked) };
  };
  const isWorse = ({ checked }: Awaited<ReturnType<typeof check>>) => checked.score.score < row.score_before!;

  /** Sections by which the score falls, by what the changes say. */
  function costlyIn({ parts, checked: { changes } }: typeof end): Part[] {
    const costing = new Set(changes.flatMap(({ part, heading, points = 0 }) => (part === 'section' && points < 0 ? [heading] : [])));
    return parts.filter((part) => typeof part === 'number' && costing.has(model.headingOf(part)));
  }

  let end = await check(await accepted());
  const { score } = end.checked.score;
  const costly = isWorse(end) ? costlyIn(end) : [];
  if (costly.length > 0) {
    for (const part of costly) leave(part, 'The page would score less with it.');
    end = await check(await standing({ parts: [], look: undefined }, end.parts.filter((part) => !costly.includes(part)))); // prettier-ignore
  }
  if (isWorse(end)) {
    left.push({ what: 'The text', reason: `With what the model wrote it would score ${score}, less than the page.` });
    end = await check({ parts: end.parts.filter((part) => typeof part !== 'number'), look: undefined });
  }
  return { handed: end.handed, checked: end.checked, left, usage: JSON.stringify(model.usage()) };
}

function askModel(given: Given, row: OptimizationRow, project: Project, attempt: JobAttempt): Promise<ModelText> {
  const { tone, audience, styleGuide } = project;
  const { passages, on } = sourcesOf(row);
  const { instructions } = requestOf(row);
  const about = { page: pageOf(row)!, keyword: row.keyword!, score: scoreOf(row)!, passages, on };
  return writeByModel(given, {
    projectId: project.id,
    input: { ...about, instructions, tone, audience, styleGuide },
    saved: parsedOrNull<WrittenSteps>(row.draft),
    signal: attempt.signal,
    save: async (written, step, share) => {
      await attempt.report(step, 0.85 + 0.12 * share, async (tx) => {
        const values = { draft: JSON.stringify(written), usage: JSON.stringify(written.usage) };
        await tx.updateTable('optimizations').set(values).where('id', '=', row.id).execute();
      });
    },
  });
}

const maxReason = 400;

/** What gates object to, in words; null where none does. */
function objectionIn({ flags, claims }: CheckedRewrite): string | null {
  const gates = gatesIn(flags);
  if (gates.length === 0) return null;
  const others = gates.filter(({ code }) => !code.endsWith('_claims')).map(({ detail }) => detail);
  return clipAtWord([saidOf(claims), ...others].filter(Boolean).join(' '), maxReason);
}

function saidOf(claims: CheckedRewrite['claims']): string {
  const held = claims.filter(({ gate }) => gate).map(({ sentence, reason }) => `“${sentence}” ${reason ?? ''}`);
  return clipAtWord(held.join(' '), maxReason);
}
