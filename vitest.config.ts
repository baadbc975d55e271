import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// Each file has a process of its own: what they load is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= 'node_modules/.cache/compiled';

const apart = ['test/system/**', 'test/soak/**'];
// Tests that measure the processor's time would measure what runs beside them, too.
const measuring = globSync('test/**/*.test.ts', { exclude: apart }).filter((file) =>
  /watchTurns|longestTurnOf|[cC]puUsage/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  test: {
    pool: 'forks',
    setupFiles: ['test/support/rehearse.ts'],
    // A snapshot that is missing fails here as it does in CI; npm run snapshots writes it.
    update: 'none',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        // As many as a small machine has cores: most start processes of their own, and more beside each other would wait for one another.
        test: { name: 'beside', include: ['test/**/*.test.ts'], exclude: [...apart, ...measuring], maxWorkers: 2 },
      },
      {
        extends: true,
        test: { name: 'alone', include: measuring, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
