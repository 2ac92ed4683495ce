import { createECDH } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createIdentity } from '../../state/identity.ts';
import { silentLog } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';
import { eventually } from '../../testing/wait.ts';
import { RemoteControl } from './remote-control.ts';

/** A machine that asks its user, and the cloud's end of its tunnels. */
async function machine() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const tunnels: WebSocket[] = [];
  server.on('connection', (socket) => tunnels.push(socket));
  const closing = Promise.withResolvers<void>();
  const notice = { exited: new Promise(() => {}), stop: () => closing.promise } as unknown as Running;
  const control = new RemoteControl({
    identity: createIdentity(),
    desktop: () => ({ onChord: async () => async () => {} }) as unknown as Desktop,
    shell: {} as never,
    consent: () => 'ask',
    openNotice: async () => notice,
    onChange: () => {},
    log: silentLog,
  });
  onTestFinished(() => {
    closing.resolve();
    for (const tunnel of tunnels) tunnel.terminate();
    server.close();
  });
  const cloud = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const viewerKey = createECDH('prime256v1').generateKeys().toString('base64url');
  const ask = (by: string) =>
    control.start(
      { path: '/remote/1', token: 'token', viewerKey, by, reason: 'Printer', mode: 'view', shell: false },
      cloud,
    );
  return { control, ask, tunnels, closing };
}

test('a viewer who comes while the windows of the one before are closing is not refused', async () => {
  const { control, ask, tunnels, closing } = await machine();
  await ask('ada@example.org');
  expect(control.state).toMatchObject({ by: 'ada@example.org' });
  tunnels[0]?.close();
  const second = ask('grace@example.org');
  await eventually(() => expect(tunnels).toHaveLength(2));
  closing.resolve();
  await second;
  expect(control.state).toMatchObject({ phase: 'asked', by: 'grace@example.org' });
  expect(tunnels[1]?.readyState).toBe(tunnels[1]?.OPEN);
});

test('a second viewer is refused while the first is connected', async () => {
  const { control, ask, tunnels } = await machine();
  await ask('ada@example.org');
  await ask('grace@example.org');
  await eventually(() => expect(tunnels[1]?.readyState).toBe(tunnels[1]?.CLOSED));
  expect(control.state).toMatchObject({ by: 'ada@example.org' });
});
