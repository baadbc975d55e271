import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../soak/small-disk.ts';
import { startOfTests } from '../support/clock.ts';
import type { Loose } from '../support/loose.ts';
import { createTestApp } from '../support/test-app.ts';
import { request } from '../support/wire-clients.ts';

/** Skips where this user may not mount one: then only `npm run soak full-disk` of who may can tell. */
async function smallDisk(skip: (why: string) => never): Promise<SmallDisk> {
  const disk = await mountSmallDisk(8);
  if (!disk) return skip('This user may not mount a small file system (mount -t tmpfs).');
  onTestFinished(() => disk.remove());
  return disk;
}

test('a desk on a full disk is not ready, says why, reads for whoever has a key, and is ready again once there is room', async ({
  skip,
}) => {
  const disk = await smallDisk(skip);
  let now = startOfTests;
  const { desk } = await createTestApp({ home: disk.path, now: () => now });
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'read' });
  const ready = async () => {
    const { status, body } = await request(`${url}/readyz`);
    return { status, database: (body as Loose)['checks'].database };
  };
  const projects = () => request(`${url}/api/v1/projects`, { headers: { authorization: `Bearer ${key}` } });
  expect(await ready()).toEqual({ status: 200, database: 'ok' });
  expect((await projects()).status).toBe(200);
  disk.fill();
  now += 3_600_000;
  expect(await ready()).toEqual({ status: 503, database: 'cannot be written: the disk is full' });
  expect((await projects()).status).toBe(200);
  disk.makeRoom();
  expect(await ready()).toEqual({ status: 200, database: 'ok' });
});

test('a disk that is full before there is a key file is told, and leaves no half of one', async ({ skip }) => {
  const disk = await smallDisk(skip);
  const { desk } = await createTestApp({ home: disk.path });
  disk.fill();
  await expect(desk.call('webhook_secret_get')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/the disk is full/),
  });
  expect(existsSync(join(disk.path, 'copydesk.key'))).toBe(false);
  disk.makeRoom();
  await desk.call('webhook_secret_get');
});
