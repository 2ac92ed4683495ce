import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { desiredWith } from './testing/desired.ts';
import { testFolder } from './testing/folders.ts';
import { TestGateway } from './testing/gateway.ts';
import { eventually } from './testing/wait.ts';

const PASSWORD = 'correct-horse-battery-staple';

/** Something that takes connections and says nothing: FreeRDP waits for it. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, hangUp };
}

/** Command lines of all processes, which everybody on the machine may read. */
function commandLines(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .join('\n');
}

test("a remote desktop's password is on no command line, and a refused connection is told", async () => {
  const server = await silentServer();
  const desk = {
    display_name: 'Desk',
    icon: {},
    default_host: server.host,
    force_default_host: true,
    default_user: 'anna',
    auto_reconn_enabled: false,
  };
  const thinhoc = { apps: { enabled: ['thinhoc::rdp-client'] }, sessions: { rdp: [desk] } };
  const gateway = await TestGateway.start({ desired: { ...desiredWith({ thinhoc }), deployment: 'flex' } });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address, screen: true });
  const login = { host: 'elsewhere.example', domain: 'HARBOUR', password: PASSWORD };
  await eventually(() => call('open_session', { session_type: 'rdp', session_index: 0, login }));

  // The forced host stands, whatever was typed.
  await eventually(() => expect(server.sockets.length).toBeGreaterThan(0));
  expect(commandLines()).not.toContain(PASSWORD);

  server.hangUp();
  await eventually(async () =>
    expect(await call('list_sessions', {})).toMatchObject([{ state: 'failed', failure: 'connection-failed' }]),
  );
  const [failed] = await call('list_sessions', {});
  await call('close_session', { id: failed?.id ?? '' });
  expect(await call('list_sessions', {})).toEqual([]);
});
