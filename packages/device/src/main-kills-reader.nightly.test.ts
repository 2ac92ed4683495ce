import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeStateFile } from './state/file.ts';
import { emptyState } from './state/machine-state.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, webapps } from './testing/gateway.ts';
import { testMachine } from './testing/machines.ts';
import { testPages } from './testing/pages.ts';
import { listen } from './testing/speech.ts';
import { eventually } from './testing/wait.ts';

const FORM = '<title>Form</title><h1>Form</h1><button autofocus>Notice board</button><label>Room <input></label>';
const READ_MS = 2_000;
const ORCA = /\/orca\b/;
const BROWSER = /^\S*chromium\b(?!.*--(?:type=|headless)).*\/browsers\/webapp-/;

interface Kill {
  readonly name: string;
  readonly parts: readonly RegExp[];
  /** Whether the page stays open. */
  readonly keepsPage: boolean;
}

const KILLS: readonly Kill[] = [
  { name: 'Orca', parts: [ORCA], keepsPage: true },
  { name: 'the speech server', parts: [/^\S*speech-dispatcher\b/], keepsPage: true },
  { name: 'Orca with the browser that it reads', parts: [ORCA, BROWSER], keepsPage: false },
  { name: 'the accessibility bus', parts: [/^\S*dbus-daemon\b/], keepsPage: false },
  { name: 'the registry of the accessibility bus', parts: [/at-spi2-registryd/], keepsPage: false },
  { name: 'the X server', parts: [/^\S*Xvfb\b/], keepsPage: false },
];

test('whichever part of the screen reader is killed, it reads the page again', { timeout: 400_000 }, async () => {
  const folder = await testFolder();
  const { path, said } = await listen(folder);
  const { url } = await testPages({ '/form': FORM });
  const desired = desiredWith(webapps({ display_name: 'Form', url: `${url}/form` }));
  await writeStateFile(join(folder, 'state.json'), { ...emptyState, desired });
  const machine = await testMachine(folder, { PATH: path });
  await eventually(() => machine.call('change_accessibility', { screenReader: true }));
  await eventually(() => machine.call('open_session', { session_type: 'webapp', session_index: 0 }));
  const reads = async (): Promise<void> => {
    expect(await machine.front()).toBe('Form');
    const before = (await said()).length;
    // A further key interrupts what is said.
    await machine.onDisplay('xdotool', 'key', 'Tab');
    await pause(READ_MS);
    expect((await said()).slice(before)).toMatch(/Notice board/);
  };
  await eventually(reads);
  for (const { name, parts, keepsPage } of KILLS) {
    const find = async () => (await Promise.all(parts.map((part) => machine.processes(part)))).flat();
    const [killed, browser] = [await find(), await machine.processes(BROWSER)];
    expect(killed, name).toHaveLength(parts.length);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    await eventually(async () => {
      const present = await find();
      expect(present).toHaveLength(parts.length);
      for (const pid of killed) expect(present).not.toContain(pid);
    });
    await eventually(reads).catch((error: unknown) => {
      throw new Error(`after a kill of ${name}: ${String(error)}\n${machine.logged()}`);
    });
    if (keepsPage) expect(await machine.processes(BROWSER), name).toEqual(browser);
  }

  await machine.crashAgent();
  await eventually(reads);

  // The person turns it off, and keeps the page.
  const browser = await machine.processes(BROWSER);
  await machine.call('change_accessibility', { screenReader: false });
  await eventually(async () => expect(await machine.processes(ORCA)).toEqual([]));
  await pause(READ_MS);
  expect(await machine.processes(BROWSER)).toEqual(browser);
});
