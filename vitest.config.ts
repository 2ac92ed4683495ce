import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { formsPlugin } from './packages/client/scripts/forms-plugin.ts';
import { glyphsPlugin } from './packages/client/scripts/glyphs-plugin.ts';
import { guidePlugin } from './packages/client/scripts/guide-plugin.ts';
import { messagesPlugin } from './packages/client/scripts/messages-plugin.ts';

// Tests of minutes run at night (vitest.nightly.config.ts).
const apart = ['**/node_modules/**', '**/dist/**', 'e2e/**', '**/*.nightly.test.ts'];
const server = ['packages/@(server|contract)/src/**/*.test.ts'];
const programs = [
  'packages/!(server|contract|console|session|web)/src/**/*.test.{ts,tsx}',
  'tooling/**/*.test.ts',
  'bench/lib/*.test.ts',
];
const pages = ['packages/@(console|session|web)/src/**/*.test.{ts,tsx}'];
/** Tests of pages that call a server of their own: Node's fetch takes no addresses from a page with its own globals. */
const pagesWithServer = [
  'packages/console/src/app/prefetch.test.ts',
  'packages/console/src/areas/organizations/{member-actions,organization-state,queries}.test.{ts,tsx}',
];

/** Files that wait for minutes, mostly for Chromium or calls: at the end, the other workers would have nothing to do. */
const WAITING = /(agent-(dead-page|desktop|escapes|unreached)|calls)\.test\.ts$/;

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => WAITING.test(moduleId);
    // Files of a project in a row: a process goes on only with a file of the same project.
    const order = (file: TestSpecification) => `${isWaiting(file) ? 0 : 1} ${file.project.name}`;
    return sorted.sort((one, other) => order(one).localeCompare(order(other)));
  }
}

/**
 * Unit and integration tests live beside the code they test. Journeys through the whole product are Playwright's
 * (e2e/), figures are bench/'s.
 */
export default defineConfig({
  // The client's forms, texts and icons are made as they are for its build.
  plugins: [formsPlugin(), glyphsPlugin(), guidePlugin(), messagesPlugin()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'programs',
          include: [...programs, ...pagesWithServer],
          exclude: apart,
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
          // A process of its own for every file: tests start agents, change the environment and replace modules.
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: server,
          exclude: apart,
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
          pool: 'forks',
          // Files share processes and their modules, which each file would load again. Each file starts its own server on
          // its own database.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: pages,
          exclude: [...apart, ...pagesWithServer],
          // Modules and globals of its own for every file, in processes that many files share: these tests start nothing,
          // and most of their time went into starting a process and reading the same libraries again.
          pool: 'vmForks',
          // A process that has grown beyond it is replaced.
          vmMemoryLimit: '800MB',
        },
      },
    ],
    sequence: { sequencer: WaitingFirst },
    // Many wait for programs of their own: three keep two cores busy.
    maxWorkers: 3,
    // A slow or busy machine is no fault of the product: limits only end what hangs. How quick something is, bench/ says.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    allowOnly: false,
  },
});
