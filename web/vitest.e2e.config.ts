import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// End-to-end tests with a real server, database and Chromium. They compete for the processor, so
// they run one after another and have long timeouts.
export default defineConfig({
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  test: {
    include: ['e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
