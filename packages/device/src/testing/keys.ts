import x11, { type XTest } from 'x11';

/**
 * Presses keys by their codes, positive to press and negative to release, as a keyboard does. xdotool does not: it
 * chooses the group of letters itself.
 */
export async function pressKeys(display: string, ...codes: readonly number[]): Promise<void> {
  const client = x11.createClient({ display, shm: false }, () => {});
  const test = await new Promise<XTest>((resolve) => {
    client.on('connect', () => client.require('xtest', (_error, found) => resolve(found)));
  });
  for (const code of codes) test.FakeInput(code > 0 ? test.KeyPress : test.KeyRelease, Math.abs(code), 0, 0, 0, 0);
  // The server has taken the keys once it answers what follows them.
  await new Promise<void>((resolve) => client.InternAtom(false, 'WM_NAME', () => resolve()));
  client.terminate();
}
