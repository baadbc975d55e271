import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bin } from '../../support/cli.ts';
import { exported } from '../../support/exports.ts';
import { temporaryHome } from '../../support/home.ts';
import { connectModern } from '../../support/mcp-clients.ts';

test('over stdio an export is named by its path, below the named folders alone', async () => {
  const all = temporaryHome();
  const [home, downloads, outside] = ['home', 'downloads', 'outside'].map((name) => join(all, name)) as [string, string, string];
  for (const folder of [home, downloads, outside]) mkdirSync(folder);
  writeFileSync(join(downloads, 'export.zip'), exported('en'));
  writeFileSync(join(outside, 'export.zip'), exported('en'));
  symlinkSync(join(outside, 'export.zip'), join(downloads, 'link.zip'));
  const client = await connectModern({ script: bin, args: ['--home', home, 'stdio', '--files', downloads] });
  onTestFinished(() => client.close());
  const give = async (input: Record<string, unknown>) => {
    const { isError, content } = await client.call('search_console_import', input);
    return { isError: isError === true, told: JSON.parse((content[0] as { text: string }).text) as Record<string, unknown> };
  };
  for (const path of [join(outside, 'export.zip'), 'link.zip', '../outside/export.zip', '.', 'none.zip', join(home, 'copydesk.db')]) {
    expect(await give({ path }), path).toMatchObject({
      isError: true,
      told: { code: 'invalid_input', errors: [{ code: 'path_refused' }] },
    });
  }
  expect(await give({ base64: exported('en').toString('base64') })).toMatchObject({ isError: true, told: { code: 'invalid_input' } });
  expect(await give({ path: 'export.zip' })).toMatchObject({ isError: false, told: { property: 'https://example.com/' } });
});
