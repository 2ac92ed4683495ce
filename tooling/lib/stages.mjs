import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleAgent } from './agent-bundle.mjs';
import { ensureClientBuilt } from './client.mjs';
import { countPlaywright, countVitest, settle } from './counts.mjs';
import { Failure } from './failure.mjs';
import { playwrightFailures, vitestFailures } from './failures.mjs';
import { binaries, node, root } from './paths.mjs';
import { run } from './run.mjs';
import { ensureServerBundled } from './server.mjs';
import { memoryFolder } from './temporary.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/** @typedef {Counts & { failures?: import('./failures.mjs').Failure[] }} Outcome */

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {boolean} [needsDebian] It needs the programs of debian.mjs.
 * @property {boolean} [readsOnly] Only reads the sources, and can run in parallel with others like it.
 * @property {() => Promise<Outcome>} execute
 */

const minute = 60_000;
/**
 * Silence after which a suite counts as hung: longer than any one test may take. There is no limit on the whole suite.
 */
const SILENCE = 15 * minute;

/**
 * A stage that is one test: a program that passes or fails as a whole; its output is printed only on failure.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Stage}
 */
function single(name, command, args) {
  return {
    name,
    readsOnly: true,
    async execute() {
      const { code, output, timedOut } = await run(command, args, { timeout: 10 * minute });
      if (code !== 0) console.log(`${name} failed:\n${output.trimEnd()}`);
      if (timedOut) console.log(`${name} timed out after 10 minutes`);
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
    },
  };
}

/**
 * A stage of many tests that writes a JSON report.
 * @param {string} name
 * @param {{ count: (json: string) => Outcome, command: (report: string) => Promise<{ args: string[], env?: NodeJS.ProcessEnv }> }} options
 * @returns {Stage}
 */
function suite(name, { count, command }) {
  return {
    name,
    needsDebian: true,
    async execute() {
      const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'berth-test-'));
      try {
        const file = join(folder, 'report.json');
        const { args, env = {} } = await command(file);
        const { code, timedOut } = await run(node, args, {
          show: true,
          silence: SILENCE,
          env: { TMPDIR: temporaryIn(folder), ...env },
        });
        if (timedOut) console.log(`${name} printed nothing for ${SILENCE / minute} minutes and was stopped`);
        const outcome = readReport(file, count);
        return { ...settle(outcome, code), failures: outcome?.failures ?? [] };
      } finally {
        remove(folder);
      }
    },
  };
}

/**
 * A process that a test left behind may still write there: no reason to fail.
 * @param {string} folder
 */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  } catch (error) {
    console.log(`temporary files could not be removed: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * A folder like /tmp, in which machines of tests run as several users. Files that tests leave there are removed with it.
 * @param {string} folder
 */
function temporaryIn(folder) {
  const temporary = join(folder, 't');
  mkdirSync(temporary);
  chmodSync(folder, 0o755);
  chmodSync(temporary, 0o1777);
  return temporary;
}

/**
 * @param {string} file
 * @param {(json: string) => Outcome} count
 */
function readReport(file, count) {
  try {
    return count(readFileSync(file, 'utf8'));
  } catch (error) {
    console.log(`no report: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/**
 * The stages of `npm test`, in order: all, or with what a change can reach.
 * @param {import('./changed.mjs').Selection} [selection]
 * @returns {readonly Stage[]}
 */
export function stagesFor(selection) {
  const { files = [], unit = [], journeys = [] } = selection ?? {};
  const isWhole = selection === undefined;
  const limits = ['--error-on-warnings', '--max-diagnostics=200', '--no-errors-on-unmatched'];
  return [
    single('biome', join(binaries, 'biome'), ['check', ...limits, ...files]),
    single('knip', join(binaries, 'knip'), ['--no-config-hints']),
    single('imports', node, ['tooling/lint/imports.ts']),
    single('types', join(binaries, 'tsc'), ['--build']),
    // Unit tests of the whole agent show its pages, too.
    ...(isWhole || selection.client || unit.length + journeys.length > 0 ? [{ name: 'build', execute: build }] : []),
    // Fails when the first load of the home screen exceeds its limit.
    ...(isWhole || selection.client
      ? [single('first-load', node, ['packages/client/scripts/first-load-size.ts'])]
      : []),
    ...(isWhole || unit.length > 0 ? [unitTests(unit)] : []),
    ...(isWhole || journeys.length > 0 ? [journeyTests(journeys)] : []),
  ];
}

/** @param {readonly string[]} files None: all. */
function unitTests(files) {
  return suite('unit', {
    count: (json) => {
      const report = JSON.parse(json);
      return { ...countVitest(report), failures: vitestFailures(report, root) };
    },
    command: async (file) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      return { args: [join(binaries, 'vitest'), 'run', ...reporters, ...files] };
    },
  });
}

/** @param {readonly string[]} files None: all. */
function journeyTests(files) {
  return suite('journeys', {
    count: (json) => {
      const report = JSON.parse(json);
      return { ...countPlaywright(report), failures: playwrightFailures(report) };
    },
    // Their servers are what `npm start` starts, their machines run what the package installs.
    command: async (file) => {
      const agent = join(dirname(file), 'agent.mjs');
      await bundleAgent(agent);
      return {
        args: [join(binaries, 'playwright'), 'test', '--config', 'e2e/playwright.config.ts', ...files],
        env: {
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
          BERTH_AGENT: agent,
          BERTH_SERVER_MAIN: await ensureServerBundled(),
          BERTH_CLIENT: join(root, 'packages/client/dist'),
        },
      };
    },
  });
}

async function build() {
  try {
    await ensureClientBuilt();
    await ensureServerBundled();
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`${error.output}\n${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * Runs a stage under a heading and measures its duration.
 * @param {Stage} stage
 */
export async function runStage(stage) {
  console.log(`\n── ${stage.name}`);
  const started = performance.now();
  const counts = await stage.execute();
  return { name: stage.name, ...counts, seconds: (performance.now() - started) / 1000 };
}
