import type { KeywordSearch, SearchedKeywords } from '../../../../schema/keywords.ts';
import { intentOf } from '../../../keywords/intent.ts';
import { asAsked, checkCodes, trackedKey } from '../../common/asked-keyword.ts';
import { toCovering } from '../../planning/index.ts';
import type { DiscoveryNeeds } from './discover.ts';
import { hasKeywordData, noFigures } from './figures.ts';
import { hintFor } from './hint.ts';
import { positionsOf } from './positions.ts';
import { shownFor } from './shown.ts';

type Needs = Pick<DiscoveryNeeds, 'store' | 'projects' | 'integrations' | 'calendar' | 'searchConsole'>;

/** What is known of keywords, each once. */
export async function searchKeywords(needs: Needs, input: KeywordSearch): Promise<SearchedKeywords> {
  checkCodes(input);
  const project = await needs.projects.resolve(input.projectId);
  const { language = project.language, country = project.country } = input;
  const all = input.keywords.map(asAsked);
  const once = new Map(all.toReversed().map((keyword) => [trackedKey(keyword), keyword]));
  const keywords = [...once.values()].toReversed();
  const counts = Map.groupBy(all, trackedKey);
  const isConfigured = await hasKeywordData(needs.integrations, project.id);
  const figures = noFigures(isConfigured ? 'not_checked' : 'integration_required');
  const holders = await needs.calendar.holders(project, keywords);
  const positionOf = await positionsOf(needs.store.db, project, keywords, await shownFor(needs.searchConsole, project));
  return {
    projectId: project.id,
    country,
    language,
    keywords: keywords.map((keyword, index) => {
      const { label, confidence } = intentOf(keyword, { language, brandTerms: project.brandTerms });
      const { why, ...place } = positionOf(keyword);
      const holder = holders[index];
      return {
        keyword,
        intent: { label, confidence },
        ...figures,
        ...place,
        why: { ...figures.why, ...why },
        coveredBy: holder ? toCovering(holder) : null,
      };
    }),
    present: keywords.filter((keyword) => (counts.get(trackedKey(keyword))?.length ?? 0) > 1),
    hint: hintFor({ hasFigures: isConfigured, rows: keywords.length }),
  };
}
