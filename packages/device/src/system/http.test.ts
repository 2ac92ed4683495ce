import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MACHINE = new URL('../main/machine.ts', import.meta.url).href;

// fetch takes 14 MB of memory for the life of the process.
test("importing the agent's modules does not load Node's fetch", async () => {
  const program = `await import('${MACHINE}'); console.log(process.moduleLoadList.filter((each) => each.endsWith('/undici')))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout.trim()).toBe('[]');
});
