import { defineConfig } from 'vitest/config';

/** Tests that take minutes each: at night (.ci/nightly), or by `npm run test:nightly`. They show the built pages. */
export default defineConfig({
  test: {
    include: ['packages/device/src/**/*.nightly.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    unstubEnvs: true,
    allowOnly: false,
  },
});
