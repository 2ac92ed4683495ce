import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MACHINE = new URL('../main/machine.ts', import.meta.url).href;

// 14 MB, which the agent would hold for good.
test("the agent's code does not load Node's own fetch before it is used", async () => {
  const program = `await import('${MACHINE}'); console.log(process.moduleLoadList.filter((each) => each.endsWith('/undici')))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout.trim()).toBe('[]');
});
