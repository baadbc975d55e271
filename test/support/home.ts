import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that goes with the test. */
export function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}
