import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readStateFile, writeStateFile } from './state/file.ts';
import { emptyState, parseState } from './state/machine-state.ts';
import { variant } from './system/linux/dbus.ts';
import { silentLog } from './system/log.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith } from './testing/gateway.ts';
import { callBridge } from './testing/pages.ts';
import { mockNetworkManager } from './testing/services.ts';
import { eventually } from './testing/wait.ts';

const ROOT = '/org/freedesktop/NetworkManager';
const NAME = 'org.freedesktop.NetworkManager';

/** Starts the program on this folder, with the test's NetworkManager and a cloud that never replies. */
function startMain(folder: string, path = process.env.PATH) {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const options = [
    '--json',
    '--no-screen',
    '--network',
    'real',
    '--server',
    'http://127.0.0.1:9',
    '--bridge-port',
    '0',
  ];
  const env = { ...process.env, PATH: path };
  const child = spawn(process.execPath, [main, ...options, '--client', folder, '--data', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('rolls back network settings at start after being killed during their trial', async () => {
  const folder = await testFolder();
  const { bus, mock } = await mockNetworkManager();
  await mock(ROOT, 'AddProperty', 'ssv', NAME, 'GlobalDnsConfiguration', variant('a{sv}', {}));
  await mock(ROOT, 'AddWiFiDevice', 'ssi', 'mock_wlan', 'wlan0', 30);
  const accessPoint = [`${ROOT}/Devices/mock_wlan`, 'ap0', 'Typo', '00:11:22:33:44:55', 2, 2437, 54_000, 80, 0x100];
  await mock(ROOT, 'AddAccessPoint', 'ssssuuuyu', ...accessPoint);
  const connections = async () => (await bus.call(`${ROOT}/Settings`, `${NAME}.Settings`, 'ListConnections'))[0];
  const client = { use_system_settings: false, ssid: 'Typo', password: 'the-password' };
  const desired = desiredWith({ system: { network: { wifi: { mode: 'client', client } } } });
  await writeStateFile(join(folder, 'state.json'), { ...emptyState, desired });
  const remembered = async () =>
    parseState(await readStateFile(join(folder, 'state.json'), silentLog), silentLog).network;

  const first = startMain(folder);
  await eventually(async () => expect(await connections()).toHaveLength(1));
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await connections()).toHaveLength(1);

  startMain(folder);
  await eventually(async () => expect(await connections()).toEqual([]));
  await eventually(async () => expect(await remembered()).toMatchObject({ kept: null, trial: null }));
  expect((await remembered()).failed?.wifi).toMatchObject({ ssid: 'Typo' });
});

/** Replaces iw with a program that records its arguments: test computers have no radio. */
async function recordRadioRules(folder: string): Promise<() => Promise<string[]>> {
  await writeFile(join(folder, 'iw'), '#!/bin/sh\necho "$*" >>"$(dirname "$0")/told"\n');
  await chmod(join(folder, 'iw'), 0o755);
  return async () => (await readFile(join(folder, 'told'), 'utf8').catch(() => '')).split('\n').slice(0, -1);
}

test('with a default profile, the radio uses European rules, and a user can join a network at the machine', async () => {
  const folder = await testFolder();
  const told = await recordRadioRules(folder);
  await writeFile(join(folder, 'session.html'), '<head></head>');
  const { bus, mock } = await mockNetworkManager();
  await mock(ROOT, 'AddProperty', 'ssv', NAME, 'GlobalDnsConfiguration', variant('a{sv}', {}));
  await mock(ROOT, 'AddWiFiDevice', 'ssi', 'mock_wlan', 'wlan0', 30);
  const accessPoint = [`${ROOT}/Devices/mock_wlan`, 'ap0', 'Office', '00:11:22:33:44:55', 2, 2437, 54_000, 80, 0x100];
  await mock(ROOT, 'AddAccessPoint', 'ssssuuuyu', ...accessPoint);
  const settings = { system: { auth: { settings_access: { who: 'everybody' } } } };
  await writeStateFile(join(folder, 'state.json'), { ...emptyState, desired: desiredWith(settings) });

  const { stdout } = startMain(folder, `${folder}:${process.env.PATH}`);
  let printed = '';
  stdout.on('data', (data) => {
    printed += data;
  });
  const bridge = await eventually(() => /"event":"bridge".*"url":"([^"]+)"/.exec(printed)?.[1] ?? expect.unreachable());
  await eventually(async () => expect(await told()).toEqual(['reg set DE']));
  await callBridge(bridge, 'connect_wifi', { ssid: 'Office', password: 'the-password' });
  const [connections] = await bus.call(`${ROOT}/Settings`, `${NAME}.Settings`, 'ListConnections');
  expect(connections).toHaveLength(1);
  const state = await bus.properties(ROOT, NAME);
  expect(state.WirelessEnabled).toBe(true);
  expect(state.ActiveConnections).not.toEqual([]);
});

test('applies the profile’s radio rules at each start', async () => {
  const folder = await testFolder();
  const told = await recordRadioRules(folder);
  const desired = desiredWith({ system: { network: { wifi: { mode: 'client', localRegulations: 'UK' } } } });
  await writeStateFile(join(folder, 'state.json'), { ...emptyState, desired });

  const first = startMain(folder, `${folder}:${process.env.PATH}`);
  await eventually(async () => expect(await told()).toEqual(['reg set GB']));
  first.kill('SIGKILL');
  await once(first, 'exit');
  startMain(folder, `${folder}:${process.env.PATH}`);
  await eventually(async () => expect(await told()).toEqual(['reg set GB', 'reg set GB']));
});
