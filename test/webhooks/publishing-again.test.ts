import { describe, expect, test } from 'vitest';
import type { ArticlePayload } from '../../schema/publishing.ts';
import { sendsOf, startPublisher } from '../support/publishing.ts';
import type { Arrival } from '../support/receiver.ts';

const hour = 3_600_000;
const bodyOf = ({ body }: Arrival) => JSON.parse(body) as ArticlePayload;

describe('an article that is sent again', () => {
  test('takes the place of the send before, which waits no more and cannot be replayed', async () => {
    const { app, receiver, write } = await startPublisher({}, { status: 500 });
    const { id } = await write();
    const [old] = await sendsOf(app);
    expect(old).toMatchObject({ status: 'pending', attemptCount: 1, supersededBy: null });
    await app.desk.call('articles_update', { id, title: 'Pools in Practice' });
    await app.desk.call('articles_publish', { id });
    const [send, superseded] = await sendsOf(app);
    expect(superseded).toMatchObject({ id: old!.id, status: 'failed', flagged: false, nextAttemptAt: null, supersededBy: send!.id });
    await expect(app.desk.call('webhook_deliveries_retry', { id: old!.id })).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining(send!.id),
    });
    receiver.answer = { status: 204 };
    await app.advance(24 * hour);
    expect(receiver.arrivals.map((arrival) => bodyOf(arrival).title)).toEqual([expect.any(String), 'Pools in Practice']);
    const many = (await app.desk.call('webhook_deliveries_retry_many', { url: receiver.url, status: 'delivered' })) as { jobId: string };
    await app.desk.runDue();
    expect(await app.desk.call('jobs_get', { id: many.jobId })).toMatchObject({ status: 'succeeded' });
    expect(bodyOf(receiver.arrivals.at(-1)!).title).toBe('Pools in Practice');
  });
});
