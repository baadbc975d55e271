import { defineConfig } from 'vitest/config';

/** The tests with real others: slow, and one after the other, since they share the machine's programs. */
export default defineConfig({
  test: {
    include: ['test/system/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
