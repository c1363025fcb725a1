import { defineConfig } from 'vitest/config';

// End-to-end tests: a real server, a real database, a real Chromium. They share two cores with
// both, so they run one after the other and are patient.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
