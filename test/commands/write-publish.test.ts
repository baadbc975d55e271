import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Article } from '../../schema/articles.ts';
import { run } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { startReceiver } from '../support/receiver.ts';
import { manual } from '../support/scenario.ts';

test('write sends the article to the publishing webhook before it ends', async () => {
  const home = temporaryHome();
  const source = join(home, 'pools.md');
  writeFileSync(source, manual);
  const receiver = await startReceiver();
  await run(['call', 'publishing_webhook_set', '--json', JSON.stringify({ url: receiver.url })], { home });
  const { code, stdout, stderr } = await run(['write', 'connection pool', '-s', source, '-w', '250', '--json'], { home });
  expect(code, stderr).toBe(0);
  expect(receiver.arrivals.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([(JSON.parse(stdout) as Article).id]);
});
