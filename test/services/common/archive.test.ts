import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { openArchive } from '../../../src/services/common/archive/write.ts';
import { newFile } from '../../support/archives.ts';

const disk = vi.hoisted(() => ({ stream: undefined as Writable | undefined }));

vi.mock(import('node:fs'), async (original) => ({ ...(await original()), createWriteStream: () => disk.stream as never }));

test('a disk that fails while gzip waits for it ends the export', async () => {
  let fail = (_fault: Error) => {};
  let gzip: Readable | undefined;
  disk.stream = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void (fail = done) });
  disk.stream.once('pipe', (source) => (gzip = source as Readable));
  const archive = await openArchive({ path: newFile(), mtime: new Date(0), unique: 'one' });
  const adding = archive.add('rows.jsonl', randomBytes(4 * 1024 * 1024));
  adding.catch(() => {});
  await vi.waitFor(() => expect(gzip!.readableLength).toBeGreaterThanOrEqual(gzip!.readableHighWaterMark));
  fail(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  await expect(adding).rejects.toMatchObject({ code: 'ENOSPC' });
  await archive.discard();
});
