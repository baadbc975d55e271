import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/system/**', 'test/soak/**'],
    pool: 'forks',
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
