import type { Db } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { inBatches } from '../../common/slices.ts';
import { keptVolumes } from '../keywords/kept.ts';
import { keptResults, nextResults, type KeptQuestion, type KeptResults } from '../results/kept.ts';
import { rowOf, type Gap, type GapRow, type Standing } from './classes.ts';
import { sidesOf, type Sides } from './sides.ts';

/** Keywords whose results pages are looked through. */
export const maxResultsPages = 20_000;
/** Read at once: each holds up to a hundred results. */
const atOnce = 25;
/** Keywords whose volumes are looked up at once. */
const volumesAtOnce = 200;

interface Needs {
  db: Db;
  system: Pick<System, 'now' | 'turns'>;
  sides: Sides;
  question: Pick<KeptQuestion, 'country' | 'language'>;
  /** Only these, if given. */
  keywords: readonly string[] | undefined;
  signal: AbortSignal;
}

/** Compares where the sites rank on the results pages that are kept, with the volumes that are; undefined where none of them is found on any. */
export async function gapByResults(needs: Needs): Promise<Gap | undefined> {
  const gap = await ranksOnPages(needs);
  const { country, language } = needs.question;
  if (!gap || country === null || language === null) return gap;
  await inBatches(gap.rows, volumesAtOnce, needs.system.turns(needs.signal), async (some) => {
    const volumes = await keptVolumes(
      needs.db,
      some.map(({ keyword }) => ({ keyword, country, language })),
    );
    for (const [index, row] of some.entries()) row.searchVolume = volumes[index]!;
  });
  return gap;
}

async function ranksOnPages(needs: Needs): Promise<Gap | undefined> {
  const { db, system, sides, question, keywords, signal } = needs;
  const judge = judgeOf(sides);
  const gap: Gap = { rows: [], nobody: 0, cut: false };
  const take = (page: KeptResults) => {
    const row = judge(page);
    if (row) gap.rows.push(row);
    else gap.nobody += 1;
  };
  const turn = system.turns(signal);
  const now = system.now();
  if (keywords) {
    let isKept = false;
    await inBatches(keywords, atOnce, turn, async (some) => {
      const kept = await keptResults(db, question, some, now);
      isKept ||= kept.size > 0;
      for (const keyword of some) {
        const page = kept.get(writtenKey(keyword));
        if (page) take(page);
        else gap.rows.push(notChecked(keyword));
      }
    });
    return isKept ? gap : undefined;
  }
  let looked = 0;
  for (let after = ''; ;) {
    const next = await nextResults(db, question, { after, limit: atOnce, now });
    if (!next) break;
    if (looked >= maxResultsPages) return { ...gap, cut: true };
    for (const page of next.pages) take(page);
    looked += next.pages.length;
    after = next.after;
    await turn();
  }
  return gap.rows.length > 0 ? gap : undefined;
}

/** What a page says of a keyword; null where neither side is on it. */
function judgeOf(sides: Sides): (page: KeptResults) => GapRow | null {
  const sideOf = sidesOf(sides);
  return ({ keyword, organic, depthChecked: depth, source, checkedAt }) => {
    const found = new Map<'own' | number, Standing>();
    for (const { position, url } of organic) {
      const side = sideOf(url);
      if (side !== undefined && !found.has(side)) found.set(side, { position, url, depth });
    }
    const absent = { position: null, url: null, depth };
    const ours = found.get('own') ?? absent;
    const theirs = sides.rivals.map((_, index) => found.get(index) ?? absent);
    return rowOf({ keyword, ours, theirs, rivals: sides.rivals, source, checkedAt });
  };
}

function notChecked(keyword: string): GapRow {
  const why = { position: 'not_checked', bestPosition: 'not_checked' };
  const nobody = { searchVolume: null, position: null, url: null, bestCompetitor: null, bestPosition: null, bestUrl: null };
  return { keyword, class: 'unknown', competitors: 0, ...nobody, pages: null, source: null, checkedAt: null, depthChecked: null, why };
}
