import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { AgentEvent } from './agent.ts';
import { writeStateFile } from './state/file.ts';
import { emptyState } from './state/machine-state.ts';
import { processesMentioning, testFolder } from './testing/folders.ts';
import { desiredWith, webapps } from './testing/gateway.ts';
import { callBridge, testPages } from './testing/pages.ts';
import { eventually } from './testing/wait.ts';

/** Starts the program like `npm run machine`; collects the events that it prints. */
function startMain(...args: string[]): { child: ChildProcess; events: AgentEvent[]; said: () => string } {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, '--json', '--bridge-port', '0', ...args], {
    env: { PATH: process.env.PATH, BERTH_LOG: 'warn' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const events: AgentEvent[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line) as AgentEvent));
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  return { child, events, said: () => said };
}

const homeOf = (folder: string) => processesMentioning(`${folder}/browsers/home`);

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('%s leaves no process behind', async (signal) => {
  const folder = await testFolder();
  const { child, events } = startMain('--headless', '--data', folder);
  await eventually(() => expect(homeOf(folder)).not.toEqual([]));
  const displays = () => events.flatMap((event) => (event.event === 'display' ? [event.pid] : []));
  await eventually(() => expect(displays()).toHaveLength(1));
  child.kill(signal);
  await once(child, 'exit');
  await eventually(() => expect(processesMentioning(folder)).toEqual([]));
  await eventually(() => expect(() => process.kill(displays()[0] ?? 0, 0)).toThrow());
  if (signal !== 'SIGKILL') expect(child.exitCode).toBe(0);
});

test('restores open sessions after being killed', async () => {
  const folder = await testFolder();
  const { url } = await testPages({ '/mail': '<title>Inbox</title>' });
  await writeStateFile(join(folder, 'state.json'), {
    ...emptyState,
    desired: desiredWith(webapps({ display_name: 'Mail', url: `${url}/mail` })),
    sessions: [{ session_type: 'webapp', session_index: 0, app_instance: null }],
    sessionsBootId: (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim(),
  });
  const mail = () => processesMentioning(`${folder}/browsers/webapp-`);
  const first = startMain('--headless', '--data', folder);
  await eventually(() => expect(mail()).not.toEqual([]));
  first.child.kill('SIGKILL');
  await eventually(() => expect([...mail(), ...homeOf(folder)]).toEqual([]));

  startMain('--headless', '--data', folder);
  await eventually(() => expect(homeOf(folder)).not.toEqual([]));
  await eventually(() => expect(mail()).not.toEqual([]));
});

test('warns that any program can reach its bridge if there is no packet filter', async () => {
  const { events, said } = startMain('--no-screen', '--data', await testFolder());
  await eventually(() => expect(events.map(({ event }) => event)).toContain('bridge'));
  await eventually(() => expect(said()).toContain('any program on this computer reaches this port'));
});

test('a factory reset gives the machine a new identity and no state', async () => {
  const folder = await testFolder();
  // A damaged state has the profile's passwords in it; other files are not the agent's.
  await Promise.all(['state.json.damaged-1', 'notes'].map((name) => writeFile(join(folder, name), 'text')));
  const { events } = startMain('--no-screen', '--data', folder);
  const bridges = () => events.flatMap((event) => (event.event === 'bridge' ? [event.url] : []));
  await eventually(() => expect(bridges()).toHaveLength(1));
  const before = await callBridge(bridges()[0] ?? '', 'get_machine_id', {});
  await callBridge(bridges()[0] ?? '', 'factory_reset', { confirm: true });
  await eventually(() => expect(bridges()).toHaveLength(2));
  expect(events.map(({ event }) => event)).toContain('factory-reset');
  const after = await callBridge(bridges()[1] ?? '', 'get_machine_id', {});
  expect(after).toMatch(/^[0-9a-f]{32}$/);
  expect(after).not.toBe(before);
  const left = await readdir(folder);
  expect(left).toContain('notes');
  expect(left).not.toContain('state.json.damaged-1');
});

test('with power "restart", a reboot restarts the agent without open sessions, and power-off ends it', async () => {
  const folder = await testFolder();
  const { url } = await testPages({ '/mail': '<title>Inbox</title>' });
  await writeStateFile(join(folder, 'state.json'), {
    ...emptyState,
    desired: desiredWith(webapps({ display_name: 'Mail', url: `${url}/mail` })),
  });
  const mail = () => processesMentioning(`${folder}/browsers/webapp-`);
  const { child, events } = startMain('--headless', '--data', folder);
  const bridges = () => events.flatMap((event) => (event.event === 'bridge' ? [event.url] : []));
  await eventually(() => expect(homeOf(folder)).not.toEqual([]));
  await eventually(() => expect(bridges()).toHaveLength(1));
  await callBridge(bridges()[0] ?? '', 'open_session', {
    session_type: 'webapp',
    session_index: 0,
    app_instance: null,
  });
  await eventually(() => expect(mail()).not.toEqual([]));
  await callBridge(bridges()[0] ?? '', 'reboot', {});
  await eventually(() => expect(bridges()).toHaveLength(2));
  await eventually(() => expect(homeOf(folder)).not.toEqual([]));
  expect(await callBridge(bridges()[1] ?? '', 'list_sessions', {})).toEqual([]);
  expect(mail()).toEqual([]);
  await callBridge(bridges()[1] ?? '', 'power_off', {});
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  await eventually(() => expect(processesMentioning(folder)).toEqual([]));
});

test('refuses a second machine on the same folder with an explanation', async () => {
  const folder = await testFolder();
  const first = startMain('--no-screen', '--data', folder);
  await eventually(() => expect(first.events).not.toEqual([]));
  const second = startMain('--no-screen', '--data', folder);
  await once(second.child, 'close');
  expect(second.child.exitCode).toBe(1);
  expect(second.said()).toBe(`Another machine already runs on the folder ${folder}.\n`);
});

test.each([
  [['--bridge-port', '99999'], '--bridge-port takes a port number, not "99999".'],
  [['--server', 'localhost'], '--server takes an address such as http://localhost:8080, not "localhost".'],
  [['--hedless'], "Unknown option '--hedless'"],
  [['--power', 'solar'], '--power takes restart or fake or real, not "solar".'],
])('explains what is wrong with the arguments %j', async (args, message) => {
  const { child, said } = startMain(...args);
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(said()).toContain(message);
  expect(said()).not.toContain('    at ');
});
