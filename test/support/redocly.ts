import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Every problem the linter reports, warnings too. */
export async function lint(api: object): Promise<{ ruleId: string; message: string }[]> {
  const root = resolve(import.meta.dirname, '../..');
  const packageFile = fileURLToPath(import.meta.resolve('@redocly/cli/package.json'));
  const { bin } = JSON.parse(await readFile(packageFile, 'utf8')) as { bin: { redocly: string } };
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-lint-'));
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(api));
    const child = spawn(
      process.execPath,
      [
        join(dirname(packageFile), bin.redocly),
        'lint',
        join(folder, 'openapi.json'),
        '--config',
        join(root, 'redocly.yaml'),
        '--format',
        'json',
      ],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    let report = '';
    for await (const chunk of child.stdout) report += String(chunk);
    return (JSON.parse(report) as { problems: { ruleId: string; message: string }[] }).problems;
  } finally {
    await rm(folder, { recursive: true });
  }
}
