import type { SentimentQuery, SentimentReport } from '../../../../schema/ai-visibility.ts';
import { changesOf } from '../../../visibility/figures/changes.ts';
import { figuresOf } from '../../../visibility/figures/figures.ts';
import { totalOf } from '../../../visibility/figures/sums.ts';
import { isoTime } from '../../common/wire.ts';
import { sumCells } from './cells.ts';
import { checkBrand, findAnswers } from './found.ts';
import { own as ownBrand } from '../brands.ts';
import type { Question, ReportNeeds } from './question.ts';
import { sentencesOn, whyUnjudged, withWhy } from './sentences.ts';
import { samplesFor, unitsOf, type Units } from './units.ts';
import { toFigures, whyOf } from './wire.ts';

/** Answers `ai_visibility_sentiment`. Throws `not_found`, `project_required`, `invalid_input`. */
export async function sentimentReport(needs: ReportNeeds, asked: SentimentQuery): Promise<SentimentReport> {
  const { brand = ownBrand } = asked;
  const { question, cells: counted, base } = await findAnswers(needs, asked, ['now', 'before']);
  checkBrand(question, brand);
  const cells = await sumCells(needs, question, counted);
  const rows = await brandsOf(needs, question, await unitsOf(needs, question, cells));
  const isRead = question.brands.some(({ id }) => id === brand);
  const told = isRead ? cells.filter(({ when }) => when === 'now') : [];
  const sentences = await sentencesOn(needs, question, told, brand);
  return {
    ...base,
    before: { since: isoTime(question.before.since), until: isoTime(question.before.until) },
    brands: rows,
    sentencesOn: brand,
    ...sentences,
  };
}

async function brandsOf(needs: ReportNeeds, question: Question, units: Units): Promise<SentimentReport['brands']> {
  const { brands, unreadBrands } = question;
  const samplesOf = samplesFor(question, units);
  const turn = needs.system.turns();
  const rows: SentimentReport['brands'] = [];
  for (const { id, name } of [...brands, ...unreadBrands]) {
    const { isRead, sample, pair } = samplesOf(id);
    const figures = figuresOf(sample, id);
    const changes = changesOf(pair, id);
    const mentions = isRead ? totalOf(sample.column('mentions', id)) : null;
    const reasons = Object.entries(whyOf(figures, changes)).filter(([named]) => named.startsWith('sentiment'));
    rows.push({
      brand: id,
      name,
      mentions,
      sentiment: toFigures(figures, changes).sentiment,
      why: { ...(isRead ? {} : { mentions: 'not_checked' }), ...Object.fromEntries(reasons) },
    });
    await turn();
  }
  const silent = rows
    .filter(({ mentions, sentiment }) => mentions !== null && mentions > 0 && sentiment.value === null)
    .map(({ brand }) => brand);
  return withWhy(rows, await whyUnjudged(needs, question, silent));
}
