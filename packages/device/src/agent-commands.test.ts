import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CommandId } from '@berth/contract/ids';
import type { CommandType } from '@berth/contract/rules/commands';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeSystem } from './system/fake/index.ts';
import { noShell } from './system/fake/machine.ts';
import { linuxShell } from './system/linux/shell.ts';
import { type TestAgentOptions, testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { eventually } from './testing/wait.ts';

/** Settings by the owner of this computer. */
const owner = vi.hoisted(() => ({ forbidsShell: false }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const existsSync = (path: string) => (path === '/etc/berth/no-shell' ? owner.forbidsShell : fs.existsSync(path));
  return { ...fs, existsSync };
});

function forbidShell(): void {
  owner.forbidsShell = true;
  onTestFinished(() => {
    owner.forbidsShell = false;
  });
}

async function machine(options: Partial<TestAgentOptions> = {}, definition: Record<string, unknown> = {}) {
  const gateway = await TestGateway.start({ desired: desiredWith(definition) });
  const agent = await testAgent({ folder: await testFolder(), gateway: gateway.address, ...options });
  await eventually(() => expect(gateway.of('report')).not.toEqual([]));
  const order = async (command: CommandType, payload: Record<string, unknown> = {}) => {
    const id = randomUUID() as CommandId;
    gateway.command({ id, command, payload });
    return eventually(() => gateway.of('result').find((result) => result.id === id) ?? expect.unreachable());
  };
  return { ...agent, gateway, order };
}

test('runs shell commands where they are allowed, and reports their failures', async () => {
  const refused = await machine();
  expect(await refused.order('shell', { command: 'echo hello' })).toMatchObject({ ok: false });
  const allowed = await machine({ system: { shell: linuxShell() } });
  expect(await allowed.order('shell', { command: 'echo hello' })).toMatchObject({ ok: true, output: 'hello\n' });
  expect(await allowed.order('shell', { command: 'echo no >&2; exit 3' })).toMatchObject({ ok: false, output: 'no\n' });
});

test('with /etc/berth/no-shell, shell commands from the cloud are refused, and the result says why', async () => {
  forbidShell();
  const file = join(await testFolder(), 'ran');
  const { order } = await machine({ system: { shell: linuxShell() } });
  expect(await order('shell', { command: `touch ${file}` })).toMatchObject({
    ok: false,
    output: 'Shell commands are forbidden here by /etc/berth/no-shell.',
  });
  expect(existsSync(file)).toBe(false);
});

test('with /etc/berth/no-shell, neither the terminal nor file transfer opens', async () => {
  forbidShell();
  const shell = linuxShell();
  // The console reads this to show that the machine allows no terminal (remote control journey).
  expect(shell.isAllowed).toBe(false);
  const veto = '/etc/berth/no-shell';
  expect(() => shell.openTerminal({ columns: 80, rows: 24 })).toThrow(veto);
  await expect(shell.readFile('/etc/hostname')).rejects.toThrow(veto);
  const path = join(await testFolder(), 'file');
  await expect(shell.writeFile(path)).rejects.toThrow(veto);
  expect(existsSync(path)).toBe(false);
});

test('refuses a payload that does not match the schema and names the fault', async () => {
  const { order } = await machine();
  expect(await order('notify', { msg: 7 })).toMatchObject({
    ok: false,
    output: 'The payload of "notify" is invalid: /msg must be string',
  });
  expect(await order('notify', { msg: 'Tea', ofANewerCloud: true })).toMatchObject({ ok: true });
});

test('shows an update on the machine while it runs, and logs it', async () => {
  let finish: () => void = () => {};
  const updates = {
    install: async (onProgress: (doing: string) => void) => {
      onProgress('apt-get upgrade');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return '3 upgraded';
    },
  };
  const { call, gateway, order } = await machine({ system: { updates } });
  const updating = order('trigger-update');
  await eventually(async () =>
    expect(await call('get_machine_status', {})).toEqual({ status: 'updating', message: 'apt-get upgrade' }),
  );
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.status).toBe('updating'));
  finish();
  expect(await updating).toMatchObject({ ok: true, output: '3 upgraded' });
  expect(await call('get_machine_status', {})).toEqual({ status: 'normal', message: '' });
  expect(gateway.of('log').flatMap(({ entries }) => entries)).toMatchObject([{ type: 'SERVICINGD_UPDATE_RUN' }]);
});

test('sends log entries written while offline once the cloud is back', async () => {
  const folder = await testFolder();
  const { knobs, machine: facts } = fakeSystem();
  const offline = await testAgent({ folder, gateway: 'ws://127.0.0.1:9/', facts });
  knobs.rebootNeeded = true;
  expect(await offline.call('get_machine_status', {})).toEqual({ status: 'reboot-needed', message: '' });
  await offline.agent.stop();
  const { gateway } = await machine({ folder });
  await eventually(() =>
    expect(gateway.of('log').flatMap(({ entries }) => entries)).toMatchObject([{ type: 'SERVICINGD_REBOOT_NEEDED' }]),
  );
});

test('a dashboard button runs the action from the profile and nothing else', async () => {
  const hook = createServer((request, reply) => {
    visits.push(`${request.method} ${request.url} ${request.headers['x-key']}`);
    reply.end();
  });
  const visits: string[] = [];
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  onTestFinished(() => void hook.close());
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/light`;
  const button = (id: string, action: Record<string, unknown>) => ({
    id,
    x: 0,
    y: 0,
    w: 1,
    h: 1,
    widget: { type: 'button', button: { text: id, action } },
  });
  const layout = [
    button('off', { type: 'system', system: { action: 'power-off' } }),
    button('restart', { type: 'system', system: { action: 'power-reboot' } }),
    button('ask', { type: 'webhook', webhook: { type: 'get', url, headers: [] } }),
    button('hook', { type: 'webhook', webhook: { type: 'post', url, headers: [{ key: 'x-key', value: 'k' }] } }),
    button('shell', { type: 'system', system: { action: 'shell', arguments: ['echo', "it's; id"] } }),
  ];
  const definition = {
    thinhoc: {
      apps: { enabled: ['thinhoc::dashboard'] },
      customization: { dashboard: { layouts: [{ name: 'First', layout }] } },
    },
  };

  const strict = await machine({}, definition);
  expect(await strict.call('press_button', { layout: 0, item: 'off' })).toEqual({ failure: null });
  expect(await strict.call('press_button', { layout: 0, item: 'restart' })).toEqual({ failure: null });
  expect(strict.power.orders).toEqual(['power-off', 'reboot']);
  expect(await strict.call('press_button', { layout: 0, item: 'hook' })).toEqual({ failure: 'own-network' });
  await expect(strict.call('press_button', { layout: 0, item: 'none' })).rejects.toThrow('Button not found.');
  expect(visits).toEqual([]);

  const open = await machine({ overrides: { allowPrivateWebhooks: true } }, definition);
  await open.call('press_button', { layout: 0, item: 'hook' });
  await open.call('press_button', { layout: 0, item: 'ask' });
  expect(visits).toEqual(['POST /light k', 'GET /light undefined']);
});

/** A definition with one button, whose action is a shell command. */
function shellButton(): Record<string, unknown> {
  const action = { type: 'system', system: { action: 'shell', arguments: ['echo', 'hello'] } };
  const layout = [{ id: 'a', x: 0, y: 0, w: 1, h: 1, widget: { type: 'button', button: { text: 'a', action } } }];
  const customization = { dashboard: { layouts: [{ name: 'First', layout }] } };
  return { thinhoc: { apps: { enabled: ['thinhoc::dashboard'] }, customization } };
}

test('with /etc/berth/no-shell a shell button says that this machine does not allow it', async () => {
  forbidShell();
  const { call, gateway } = await machine({ system: { shell: linuxShell() } }, shellButton());
  const refused = expect(call('press_button', { layout: 0, item: 'a' })).rejects.toThrow('/etc/berth/no-shell');
  const { id: press } = await eventually(() => gateway.of('press')[0] ?? expect.unreachable('the cloud was not asked'));
  gateway.command({ id: randomUUID() as CommandId, command: 'shell', payload: { command: 'echo hello', press } });
  await refused;
  const results = await eventually(() => gateway.of('result')[0] ?? expect.unreachable('the cloud got no result'));
  expect(results).toMatchObject({ ok: false, output: expect.stringContaining('/etc/berth/no-shell') });
});

test('a shell button runs nothing until the cloud orders the command', async () => {
  const definition = shellButton();
  const ran: string[] = [];
  const run = async (command: string) => {
    ran.push(command);
    return linuxShell().run(command);
  };
  const { call, gateway } = await machine({ system: { shell: { ...noShell(), run } } }, definition);
  const press = () => call('press_button', { layout: 0, item: 'a' });
  const asked = (count: number) =>
    eventually(() => gateway.of('press')[count - 1] ?? expect.unreachable('the cloud was not asked'));

  const refused = expect(press()).rejects.toThrow('turned off');
  const first = await asked(1);
  expect(first).toMatchObject({ layout: 0, item: 'a', revision: expect.any(Number) });
  gateway.send({
    type: 'press-refused',
    id: first.id,
    code: 'shell-not-allowed',
    message: 'Shell commands are turned off.',
  });
  await refused;
  expect(ran).toEqual([]);

  const pressed = press();
  const { id } = await asked(2);
  gateway.command({ id: randomUUID() as CommandId, command: 'shell', payload: { command: 'echo hello', press: id } });
  await pressed;
  expect(ran).toEqual(['echo hello']);

  const failing = expect(press()).resolves.toEqual({ failure: 'command-failed' });
  const third = await asked(3);
  const payload = { command: 'echo broken >&2; exit 3', press: third.id };
  gateway.command({ id: randomUUID() as CommandId, command: 'shell', payload });
  await failing;

  const alone = await testAgent({ folder: await testFolder() });
  await expect(alone.call('press_button', { layout: 0, item: 'a' })).rejects.toThrow('Button not found.');
});

test('uploads the debug file without secrets', async () => {
  const got: { path: string; authorization: string; text: string }[] = [];
  const cloud = createServer(async (request, reply) => {
    const { authorization = '' } = request.headers;
    got.push({ path: request.url ?? '', authorization, text: await text(request) });
    reply.writeHead(201).end('{}');
  });
  cloud.listen(0, '127.0.0.1');
  await once(cloud, 'listening');
  onTestFinished(() => void cloud.close());
  const server = new URL(`http://127.0.0.1:${(cloud.address() as AddressInfo).port}`);
  const definition = { thinhoc: { sip: { enabled: true, accounts: [{ user: 'anna', auth_pass: 'sip-secret' }] } } };
  const { order } = await machine({ server }, definition);
  expect(await order('upload-debug-file', { path: '/api/machines/debug/file', token: 'once' })).toMatchObject({
    ok: true,
  });
  expect(got[0]).toMatchObject({ path: '/api/machines/debug/file', authorization: 'Bearer once' });
  expect(got[0]?.text).toContain('name="file"');
  expect(got[0]?.text).toContain('a line of the log');
  expect(got[0]?.text).toContain('"user": "anna"');
  expect(got[0]?.text).not.toContain('sip-secret');
});

test('performs a factory reset on command', async () => {
  const onFactoryReset = vi.fn();
  const { order } = await machine({ overrides: { onFactoryReset } });
  expect(await order('factory-reset')).toMatchObject({ ok: true });
  await eventually(() => expect(onFactoryReset).toHaveBeenCalledOnce());
});
