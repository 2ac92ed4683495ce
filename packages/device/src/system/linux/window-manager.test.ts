import { expect, onTestFinished, test } from 'vitest';
import { appWindow, openDesktop } from '../../testing/desktops.ts';
import { processesMentioning } from '../../testing/folders.ts';
import { testPages } from '../../testing/pages.ts';
import { eventually } from '../../testing/wait.ts';
import type { Window } from '../ports/windows.ts';
import { XConnection } from './x-connection.ts';

test('after a kill of the window manager, the same windows are there, with the same one in front', async () => {
  const { desktop, folder } = await openDesktop();
  const { url } = await testPages({
    '/hidden': '<title>Hidden</title>',
    '/behind': '<title>Behind</title>',
    '/front': '<title>Front</title><body style="background: #0000ff">',
  });
  const { windows } = desktop;
  const idOf = (name: string) => windows.list().find(({ title }) => title === name)?.id ?? 0;
  for (const name of ['Hidden', 'Front', 'Behind']) {
    await desktop.openBrowser(appWindow(name, `${url}/${name.toLowerCase()}`, { fullscreen: name === 'Front' }));
    await eventually(() => expect(windows.active()).toBe(idOf(name)));
    await eventually(() => expect(idOf(name)).not.toBe(0));
  }
  await windows.minimize(idOf('Hidden'));
  await windows.raise(idOf('Front'));
  await eventually(() => expect(windows.active()).toBe(idOf('Front')));
  const hidden = () => windows.list().flatMap(({ title, isHidden }) => (isHidden ? [title] : []));
  await eventually(() => expect(hidden()).toEqual(['Hidden']));
  const x = await XConnection.open(desktop.name);
  onTestFinished(() => x.close());
  // Full screen: its color is in the corner, where other windows have their bar.
  const isInFront = async () => (await x.pixels(2, 1)).subarray(4 * 640, 4 * 640 + 3).toString('hex') === 'ff0000';
  await eventually(async () => expect(await isInFront()).toBe(true));

  const ids = (list: readonly Window[]) => list.map(({ id }) => id).sort();
  const before = ids(windows.list());
  const seen = new Set<string>();
  onTestFinished(windows.onChange(() => void seen.add(String(ids(windows.list())))));
  const managers = () => processesMentioning(`${folder}/browsers/openbox`).map((line) => Number(line.split(' ')[0]));
  const [killed = 0] = managers();
  process.kill(killed, 'SIGKILL');
  await eventually(() => {
    expect(managers()).toHaveLength(1);
    expect(managers()).not.toContain(killed);
  });
  // The new manager does what it is asked only once it manages the window.
  await eventually(async () => {
    await windows.minimize(idOf('Behind'));
    expect(hidden().sort()).toEqual(['Behind', 'Hidden']);
  });
  await eventually(() => expect(windows.active()).toBe(idOf('Front')));
  await eventually(async () => expect(await isInFront()).toBe(true));
  // At no time did one of them count as closed.
  expect([...seen]).toEqual([String(before)]);
});
