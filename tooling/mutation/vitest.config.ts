import { defineConfig } from 'vitest/config';

/** The tests that mutations of pure code are judged by: those of the contract, which start nothing. */
export default defineConfig({
  test: {
    include: ['packages/contract/src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
