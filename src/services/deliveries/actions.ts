import type { Db } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import { evidence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { ended, shownUrl } from './overview.ts';
import { newestFailed } from './queries.ts';

/** Failed deliveries that are looked at, the newest. */
const maxLookedAt = 100;
/** Messages that one action sends again: the others come once these have arrived. */
const maxSent = 5;

/** Receivers that were given up on: what they did not get is sent again, unless something is on its way that will show whether they are well. */
export async function deliveryActions(db: Db, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const failed = await newestFailed(db, project.id, maxLookedAt);
  const urls = idsIn([...new Set(failed.map(({ url }) => url))]);
  const pending = db.selectFrom('deliveries').select('url').distinct().where('project_id', '=', project.id).where('status', '=', 'pending');
  const busy = new Set((await pending.where('url', 'in', urls).execute()).map(({ url }) => url));
  const idle = failed.filter(({ url }) => !busy.has(url));
  const byReceiver = [...Map.groupBy(idle, ({ url }) => url)].slice(0, limit);
  const newest = byReceiver.map(([, [first]]) => first!.id);
  const settled = await db.selectFrom('deliveries').select(['id', 'settled_at']).where('id', 'in', idsIn(newest)).execute();
  const endedAt = new Map(settled.map(({ id, settled_at }) => [id, settled_at]));
  return byReceiver.map(([url, some]): ActionOffer => {
    const [{ id, response }] = some as [(typeof some)[number]];
    const ids = some.slice(0, maxSent).map((one) => one.id);
    const host = shownUrl(url);
    const many = some.length === 1 ? 'A message' : `${some.length} messages`;
    const last = ended(response);
    return {
      reason: 'delivery_failed',
      target: { kind: 'receiver', id: url, about: host },
      why: `${many} to ${host} ${some.length === 1 ? 'was' : 'were'} given up after all attempts, the last one: ${last}.${some.length > maxSent ? ` This sends the newest ${maxSent} again` : ' Send again'} once the receiver is well.`,
      evidence: [evidence('deliveries', `${many} failed, the last: ${last}`, endedAt.get(id) ?? null)],
      ...(some.length === 1
        ? { operation: 'webhook_deliveries_retry', arguments: { id } }
        : { operation: 'webhook_deliveries_retry_many', arguments: { ids } }),
      // What was sent again and failed again is another failure.
      cause: `${id} ${endedAt.get(id)}`,
    };
  });
}
