import { expect, test } from 'vitest';
import { crash } from './soak/crash/harness.ts';
import { fillDisk } from './soak/full-disk.ts';
import { takeOver } from './soak/stall/take-over.ts';

// Five hundred rounds, and longer troubles, under the machine's own clock: npm run soak.
test('two desks on one database, killed again and again under load, lose no event and make up none', { timeout: 60_000 }, async () => {
  const { accepted, ...findings } = await crash({ rounds: 4, speed: 20, patienceMs: 30_000 });
  expect(findings).toMatchObject({ delivered: accepted, lost: 0, invented: 0, changed: 0, crooked: 0, integrity: 'ok' });
  expect(accepted).toBeGreaterThan(0);
});

test(
  'a desk that is stopped for longer than its leases is replaced, and changes nothing when it goes on',
  { timeout: 60_000 },
  async () => {
    expect(await takeOver({ speed: 10 })).toMatchObject({ accepted: 8, dropped: 4, unchanged: true, delivered: 8, duplicates: 4 });
  },
);

test(
  'while the disk is full events are refused, nothing is sent, and what was accepted goes on when there is room',
  { timeout: 60_000 },
  async ({ skip }) => {
    const found = await fillDisk({ fullMs: 3000 });
    if (!found) return skip('This user may not mount a small file system.');
    const { accepted, refused, ...findings } = found;
    expect(findings).toMatchObject({ delivered: accepted, strange: [], sentWhileFull: 0, duplicates: 0, integrity: 'ok' });
    expect(refused).toBeGreaterThan(0);
  },
);
