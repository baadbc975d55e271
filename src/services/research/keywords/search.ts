import type { KeywordSearch, MeasuredKeyword, SearchedKeywords } from '../../../../schema/keywords.ts';
import { mergeSame } from '../../../keywords/merge.ts';
import { allAsAsked, checkCodes, writtenKey } from '../../common/asked-keyword.ts';
import { saidOnce } from '../../common/said-once.ts';
import { inBatches } from '../../common/slices.ts';
import { given } from '../../common/wire.ts';
import { toCovering } from '../../planning/index.ts';
import type { DiscoveryNeeds } from './discover.ts';
import { askedFigures, type FigureNeeds } from './figures.ts';
import { hintFor } from './hint.ts';
import { intentOn } from './intent.ts';
import { measuredOf } from './measured.ts';
import { positionsOf } from './positions.ts';

/** Keywords that the calendar is asked about at once. */
const atOnce = 100;

type Needs = FigureNeeds & Pick<DiscoveryNeeds, 'projects' | 'calendar' | 'searchConsole'>;

/** What is known of keywords, each once. Figures that are not kept are asked of the provider, where one is configured. */
export async function searchKeywords(needs: Needs, input: KeywordSearch, signal?: AbortSignal): Promise<SearchedKeywords> {
  checkCodes(input);
  const all = allAsAsked('keywords', input.keywords);
  const project = await needs.projects.resolve(input.projectId);
  const { language = project.language, country = project.country, include = [] } = input;
  const once = new Map(all.toReversed().map((keyword) => [writtenKey(keyword), keyword]));
  const keywords = [...once.values()].toReversed();
  const counts = Map.groupBy(all, writtenKey);
  const known = await askedFigures(needs, project, { keywords, country, language }, signal);
  const turn = needs.system.turns(signal);
  const holders: Awaited<ReturnType<typeof needs.calendar.holders>> = [];
  await inBatches(keywords, atOnce, turn, async (some) => void holders.push(...(await needs.calendar.holders(project, some))));
  const measuring = {
    known,
    language,
    include,
    positionOf: await positionsOf(needs.store.db, project, { keywords, country, language }, needs.searchConsole),
  };
  const rowOf = (keyword: string, holder: (typeof holders)[number]) => {
    const { label, confidence, evidence } = intentOn(keyword, { project, language, known });
    return given({
      keyword,
      intent: { label, confidence, ...(include.includes('evidence') && { evidence }) } satisfies MeasuredKeyword['intent'],
      ...measuredOf(measuring, keyword),
      coveredBy: holder ? toCovering(holder) : undefined,
    });
  };
  const rows: ReturnType<typeof rowOf>[] = [];
  for (const [index, keyword] of keywords.entries()) {
    rows.push(rowOf(keyword, holders[index]));
    await turn();
  }
  const { why, rows: told } = saidOnce(rows);
  const { merged } = await mergeSame(keywords, language, turn);
  return given({
    projectId: project.id,
    country,
    language,
    keywords: told,
    why,
    present: keywords.filter((keyword) => (counts.get(writtenKey(keyword))?.length ?? 0) > 1),
    same: merged.length > 0 ? merged : undefined,
    asked: known.asked,
    hint: hintFor({ hasFigures: known.isConfigured, rows: keywords.length }),
  });
}
