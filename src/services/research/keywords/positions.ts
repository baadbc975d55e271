import type { MeasuredKeyword } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db } from '../../../db/open.ts';
import type { TrackedKeywordRow } from '../../../db/rows/rankings.ts';
import { idsIn } from '../../../db/sql.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { isoTime } from '../../common/wire.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';

/** Where the project stands for a keyword, who says so, and why nobody does. */
export interface Position extends Pick<MeasuredKeyword, 'position'> {
  url: string | undefined;
  measured: NonNullable<MeasuredKeyword['measured']>;
  why: Record<string, string>;
}

const figures = ['position'];

/** Where the project stands for keywords, by what is stored: its last checks of that country and language, else what Search Console showed. */
export async function positionsOf(
  db: Db,
  project: Project,
  { keywords, country, language }: { keywords: readonly string[]; country: string | null; language: string },
  searchConsole: Pick<SearchConsoleServices['searchConsole'], 'standings'>,
): Promise<(keyword: string) => Position> {
  const checked = await db
    .selectFrom('tracked_keywords')
    .select(['keyword_key', 'engine', 'device', 'country', 'position', 'url', 'provider', 'checked_at'])
    .where('project_id', '=', project.id)
    .where('keyword_key', 'in', idsIn(keywords.map(writtenKey)))
    .where('language', '=', language)
    .where('status', 'in', ['ranked', 'not_found_in_top_n'])
    .execute();
  const there = checked.filter((row) => country === null || row.country === country).toSorted(byMeaning);
  const byKey = Map.groupBy(there, (row) => row.keyword_key);
  const shown = await searchConsole.standings(project, keywords.map(writtenKey));
  // What was looked for among all that Search Console tells is not there; of a cut table nobody knows.
  const absent = shown && !shown.isCut ? 'provider_has_none' : 'not_checked';
  return (keyword): Position => {
    const [best] = byKey.get(writtenKey(keyword)) ?? [];
    const mean = shown?.of.get(writtenKey(keyword));
    if (best && (best.position !== null || !mean)) {
      const from = { source: best.provider ?? 'rankings', checkedAt: isoTime(best.checked_at ?? 0) };
      const asked = { device: best.device, ...(country === null && { country: best.country || null }) };
      const measured = [{ figures, ...from, ...asked }];
      // It was looked for and not found.
      const why: Record<string, string> = best.position === null ? { position: 'not_applicable' } : {};
      return { position: best.position, url: best.url ?? undefined, measured, why };
    }
    if (!shown || mean?.position === undefined || mean.position === null)
      return { position: null, url: undefined, measured: [], why: { position: absent } };
    const measured = [{ figures, source: 'search_console', checkedAt: shown.until }];
    return { position: mean.position, url: mean.page ?? undefined, measured, why: mean.page === null ? { url: shown.whyNoPage } : {} };
  };
}

type Checked = Pick<TrackedKeywordRow, 'engine' | 'device' | 'position'>;

/** A keyword may be tracked for several engines and devices, whose positions are not one measure: Google's, found, on a desktop comes first. */
function byMeaning(one: Checked, other: Checked): number {
  return (
    engines.indexOf(one.engine) - engines.indexOf(other.engine) ||
    Number(one.position === null) - Number(other.position === null) ||
    devices.indexOf(one.device) - devices.indexOf(other.device) ||
    (one.position ?? 0) - (other.position ?? 0)
  );
}

const engines: readonly Checked['engine'][] = ['google', 'brave', 'searxng'];
const devices: readonly Checked['device'][] = ['desktop', 'mobile'];
