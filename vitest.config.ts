import { defineConfig } from 'vitest/config';

// Each file has a process of its own: what they load is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= 'node_modules/.cache/compiled';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/system/**', 'test/soak/**'],
    pool: 'forks',
    setupFiles: ['test/support/rehearse.ts'],
    // A snapshot that is missing fails here as it does in CI; npm run snapshots writes it.
    update: 'none',
    // Many wait for processes of their own, or for leases to end: as many files as cores would leave a core idle.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
