import type { Page } from '../../../../schema/common.ts';
import type { LinkProspect, OpportunityKind } from '../../../../schema/link-building.ts';
import type { ProspectQuery } from '../../../../schema/link-prospects.ts';
import type { Db } from '../../../db/open.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import { decodeCursor, defaultLimit, encodeCursor } from '../../common/paging.ts';
import { domainOf } from '../../site/index.ts';
import type { Given } from '../given.ts';
import { prospectsAfter, prospectsWith, type ProspectPlace } from '../queries.ts';
import { toProspects } from './row.ts';

/** Rows looked at between two turns while a part of the host, or a kind of reason, is sought. */
const walkedAtOnce = 200;

/** The highest score first, then the newest; what has no score comes last. Throws `not_found`, `project_required`, `invalid_input`. */
export async function listProspects({ store, system, projects }: Given, query: ProspectQuery): Promise<Page<LinkProspect>> {
  const { status, kind, q, limit = defaultLimit, cursor } = query;
  const after = placeOf(cursor);
  const { id: projectId } = await projects.resolve(query.projectId);
  const atOnce = q === undefined && kind === undefined ? limit + 1 : walkedAtOnce;
  const page = async (last: ProspectPlace | undefined) => {
    const rows = await prospectsAfter(store.db, { projectId, status, after: last, limit: atOnce });
    const some = rows.filter(hasIn(q));
    return { rows, wanted: kind === undefined ? some : await ofKind(store.db, some, kind) };
  };
  const found: LinkProspectRow[] = [];
  const turn = system.turns();
  for (let last = after; found.length <= limit;) {
    const { rows, wanted } = await page(last);
    found.push(...wanted);
    if (rows.length < atOnce) break;
    last = rows.at(-1);
    await turn();
  }
  const shown = found.slice(0, limit);
  return { data: await toProspects(store.db, shown, kind && [kind]), nextCursor: found.length > limit ? cursorOf(shown.at(-1)!) : null };
}

async function ofKind(db: Db, rows: readonly LinkProspectRow[], kind: OpportunityKind): Promise<LinkProspectRow[]> {
  const ids = rows.map(({ id }) => id);
  const having = await prospectsWith(db, ids, kind);
  return rows.filter(({ id }) => having.has(id));
}

/** A whole address is sought by its host. */
function hasIn(q: string | undefined): (row: { host: string }) => boolean {
  if (q === undefined) return () => true;
  const part = domainOf(q) ?? q.toLowerCase();
  return ({ host }) => host.includes(part);
}

function cursorOf({ score, id }: ProspectPlace): string {
  return encodeCursor(`${score ?? 'none'} ${id}`);
}

/** Throws `invalid_input` if it is not a cursor of this list. */
function placeOf(cursor: string | undefined): ProspectPlace | undefined {
  const position = decodeCursor(cursor, /^(?:none|\d{1,3}(?:\.\d{1,20})?) lnk_\w+$/);
  if (position === undefined) return undefined;
  const [score = '', id = ''] = position.split(' ');
  return { score: score === 'none' ? null : Number(score), id };
}
