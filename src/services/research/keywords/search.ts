import type { KeywordSearch, SearchedKeywords } from '../../../../schema/keywords.ts';
import { intentOf } from '../../../keywords/intent.ts';
import { asAsked, checkCodes, writtenKey } from '../../common/asked-keyword.ts';
import { toCovering } from '../../planning/index.ts';
import type { DiscoveryNeeds } from './discover.ts';
import { askedFigures, type FigureNeeds } from './figures.ts';
import { hintFor } from './hint.ts';
import { measuredOf, positionsOf } from './positions.ts';
import { shownFor } from './shown.ts';

type Needs = FigureNeeds & Pick<DiscoveryNeeds, 'projects' | 'calendar' | 'searchConsole'>;

/** What is known of keywords, each once. Figures that are not kept are asked of the provider, where one is configured. */
export async function searchKeywords(needs: Needs, input: KeywordSearch, signal?: AbortSignal): Promise<SearchedKeywords> {
  checkCodes(input);
  const project = await needs.projects.resolve(input.projectId);
  const { language = project.language, country = project.country } = input;
  const all = input.keywords.map(asAsked);
  const once = new Map(all.toReversed().map((keyword) => [writtenKey(keyword), keyword]));
  const keywords = [...once.values()].toReversed();
  const counts = Map.groupBy(all, writtenKey);
  const figures = await askedFigures(needs, project, { keywords, country, language }, signal);
  const holders = await needs.calendar.holders(project, keywords);
  const positionOf = await positionsOf(needs.store.db, project, keywords, await shownFor(needs.searchConsole, project));
  return {
    projectId: project.id,
    country,
    language,
    keywords: keywords.map((keyword, index) => {
      const { label, confidence } = intentOf(keyword, { language, brandTerms: project.brandTerms });
      const holder = holders[index];
      return {
        keyword,
        intent: { label, confidence },
        ...measuredOf(figures.of(keyword), positionOf(keyword)),
        coveredBy: holder ? toCovering(holder) : null,
      };
    }),
    present: keywords.filter((keyword) => (counts.get(writtenKey(keyword))?.length ?? 0) > 1),
    hint: figures.problem ?? hintFor({ hasFigures: figures.isConfigured, rows: keywords.length }),
  };
}
