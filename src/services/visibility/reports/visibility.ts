import type { BrandVisibility, EngineVisibility, Visibility, VisibilityFilters } from '../../../../schema/ai-visibility.ts';
import { changesOf } from '../../../visibility/figures/changes.ts';
import { figuresOf, isDirectional } from '../../../visibility/figures/figures.ts';
import { leadOf } from '../../../visibility/figures/leads.ts';
import { sampleOf } from '../../../visibility/figures/sample.ts';
import type { BrandSums, Unit } from '../../../visibility/figures/sums.ts';
import { isoTime, isoTimeOrNull } from '../../common/wire.ts';
import { sumCells, type Cell } from './cells.ts';
import { findAnswers } from './found.ts';
import { own as ownBrand } from '../brands.ts';
import { enoughHint, notesOn, summaryOf } from './in-words.ts';
import { namedOften } from './named-often.ts';
import type { Question, ReportNeeds, Tracked } from './question.ts';
import { whyUnjudged, withWhy } from './sentences.ts';
import { byPrompt, samplesFor, unitsOf, type Units } from './units.ts';
import { rounded, toEngineFigures, toFigures, toInterval, whyOf } from './wire.ts';

/** Competitors that are told of. */
const maxCompetitorsTold = 10;
/** Engines that are told of, and competitors beside each. */
const maxByEngine = { engines: 10, competitors: 3 };

/** Answers `ai_visibility_get`. Throws `not_found`, `project_required`, `invalid_input`. */
export async function visibilityReport(needs: ReportNeeds, asked: VisibilityFilters): Promise<Visibility> {
  const { question, cells: counted, leftOut, base } = await findAnswers(needs, asked, ['now', 'before']);
  const cells = await sumCells(needs, question, counted);
  const units = await unitsOf(needs, question, cells);
  const rivals = mostMentioned(question, units.now);
  const told = [question.brands[0]!, ...rivals.slice(0, maxCompetitorsTold)];
  const brands = await brandsOf(needs, question, units, told);
  const others = await namedOften(needs, question, cells);
  const { value } = brands[0]!.visibility;
  return {
    score: value === null ? null : rounded(100 * value, 1),
    summary: summaryOf(base, brands),
    ...base,
    hint: [base.hint, enoughHint(base, units)].filter((hint) => hint !== null).join(' ') || null,
    notes: notesOn(base, units, others.length > 0),
    before: { since: isoTime(question.before.since), until: isoTime(question.before.until) },
    leftOut,
    analyzedAt: isoTimeOrNull(await analyzedAt(needs, question)),
    brands,
    namedOften: others,
    competitorsLeftOut: rivals.length - (told.length - 1),
    byEngine: await enginesOf(needs, question, cells, told),
    why: value === null ? { score: 'not_checked' } : {},
  };
}

/** Those that are not read for everywhere come last. */
function mostMentioned({ brands, unreadBrands }: Question, units: readonly Unit[]): Tracked[] {
  const mentions = new Map(brands.map(({ id }) => [id, mentionsOf(id, units)]));
  return [...brands.slice(1).toSorted((one, other) => mentions.get(other.id)! - mentions.get(one.id)!), ...unreadBrands];
}

function mentionsOf(brand: string, units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + (unit.brands.get(brand)?.mentions ?? 0), 0);
}

async function brandsOf(needs: ReportNeeds, question: Question, units: Units, told: readonly Tracked[]): Promise<BrandVisibility[]> {
  const samplesOf = samplesFor(question, units);
  const turn = needs.system.turns();
  const rows: BrandVisibility[] = [];
  for (const { id, name } of told) {
    const { sample, pair } = samplesOf(id);
    const figures = figuresOf(sample, id);
    await turn();
    const changes = changesOf(pair, id);
    const lead = id === ownBrand || figures.visibility.value === null ? undefined : leadOf(sample, id, ownBrand);
    rows.push({
      brand: id,
      name,
      ...toFigures(figures, changes),
      ...(lead && { lead: { value: rounded(lead.value, 4), interval: toInterval(lead.interval, 4) } }),
      why: { ...whyOf(figures, changes), ...(lead?.interval === null && { 'lead.interval': 'too_few' }) },
    });
    await turn();
  }
  const unjudged = rows.filter(({ sentiment, visibility }) => sentiment.value === null && (visibility.value ?? 0) > 0);
  return withWhy(
    rows,
    await whyUnjudged(
      needs,
      question,
      unjudged.map(({ brand }) => brand),
    ),
  );
}

async function enginesOf(
  { system }: ReportNeeds,
  question: Question,
  cells: readonly Cell[],
  [, ...told]: readonly Tracked[],
): Promise<EngineVisibility[]> {
  const ids = question.brands.map(({ id }) => id);
  const rivals = told.filter(({ id }) => ids.includes(id));
  const turn = system.turns();
  const rows: EngineVisibility[] = [];
  const engines = Map.groupBy(
    cells.filter(({ when }) => when === 'now'),
    ({ engine }) => engine,
  );
  const most = [...engines].toSorted(([one, few], [other, many]) => answersIn(many) - answersIn(few) || (one < other ? -1 : 1));
  for (const [engine, some] of most.slice(0, maxByEngine.engines)) {
    const units = byPrompt(some);
    const figures = figuresOf(sampleOf(units, 'prompt', ids), ownBrand);
    const size = { answers: figures.visibility.n, prompts: units.length };
    const all = sumOf(units, ids, 'mentions');
    const competitors = rivals.slice(0, maxByEngine.competitors).map(({ id, name }) => ({
      brand: id,
      name,
      visibility: rounded(sumOf(units, [id], 'mentioned') / size.answers, 4),
      shareOfVoice: all === 0 ? null : rounded(sumOf(units, [id], 'mentions') / all, 4),
    }));
    rows.push({ engine, ...size, directional: isDirectional(size), ...toEngineFigures(figures), competitors, why: whyOf(figures) });
    await turn();
  }
  return rows;
}

function answersIn(cells: readonly Cell[]): number {
  return cells.reduce((sum, { answers }) => sum + answers, 0);
}

function sumOf(units: readonly Unit[], brands: readonly string[], column: keyof BrandSums): number {
  return units.reduce((sum, unit) => sum + brands.reduce((all, id) => all + (unit.brands.get(id)?.[column] ?? 0), 0), 0);
}

/** When the project's answers were last read. */
async function analyzedAt({ store }: ReportNeeds, { project }: Question): Promise<number | null> {
  const newest = store.db.selectFrom('ai_answers').select('analyzed_at').where('project_id', '=', project.id).orderBy('read_for', 'desc');
  return (await newest.orderBy('id', 'desc').limit(1).executeTakeFirst())?.analyzed_at ?? null;
}
