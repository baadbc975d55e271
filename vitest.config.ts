import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/system/**', 'test/soak/**'],
    pool: 'forks',
    // Many wait for processes of their own, or for leases to end: as many files as cores would leave a core idle.
    maxWorkers: 3,
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
