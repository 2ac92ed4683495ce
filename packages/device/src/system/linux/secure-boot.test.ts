import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { secureBoot } from './secure-boot.ts';

/** Firmware with these variables, as the kernel shows them: four bytes of attributes, then the value. */
async function firmware(values: Readonly<Record<string, readonly number[]>>): Promise<string> {
  const folder = await testFolder();
  for (const [name, value] of Object.entries(values)) {
    const file = join(folder, `${name}-8be4df61-93ca-11d2-aa0d-00e098032b8c`);
    await writeFile(file, Buffer.from([6, 0, 0, 0, ...value]));
  }
  return folder;
}

it.each([
  ['on', { SecureBoot: [1], SetupMode: [0] }],
  ['off', { SecureBoot: [0], SetupMode: [0] }],
  ['setup', { SecureBoot: [0], SetupMode: [1] }],
  ['off', { SecureBoot: [0] }],
  [undefined, {}],
  // A variable that firmware left empty.
  [undefined, { SecureBoot: [] }],
])('says %s of %j', async (state, values) => {
  expect(secureBoot(await firmware(values))).toBe(state);
});

it('says nothing of a computer without UEFI', () => {
  expect(secureBoot('/no/such/folder')).toBeUndefined();
});
