import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { REPORTED_NAME_MAX } from '@berth/contract/device/certificate';
import type { Desired } from '@berth/contract/device/messages';
import { expect, onTestFinished, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { startRdpServer, testCertificate } from './testing/rdp-server.ts';
import { eventually } from './testing/wait.ts';

const PASSWORD = 'correct-horse-battery-staple';

/** A server that accepts connections but never replies, so that FreeRDP waits. */
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

/** Command lines of all processes, which every user of the machine can read. */
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

const DESK = {
  display_name: 'Desk',
  icon: {},
  force_default_host: true,
  default_user: 'anna',
  auto_reconn_enabled: false,
};

function desiredOf(...rdp: readonly object[]): Desired {
  const thinhoc = {
    apps: { enabled: ['thinhoc::rdp-client'] },
    sessions: { rdp: rdp.map((each) => ({ ...DESK, ...each })) },
  };
  return { ...desiredWith({ thinhoc }), deployment: 'flex' };
}

/** An agent with a screen whose profile has these remote desktops. */
async function agentWith(...rdp: readonly object[]) {
  const gateway = await TestGateway.start({ desired: desiredOf(...rdp) });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address, screen: true });
  const open = (session_index: number) => {
    const login = { host: 'elsewhere.example', domain: 'COMPANY', password: PASSWORD };
    return eventually(() => call('open_session', { session_type: 'rdp', session_index, login }));
  };
  return { call, open, gateway };
}

test("a remote desktop's password is on no command line, and a refused connection is reported", async () => {
  const server = await silentServer();
  const { call, open } = await agentWith({ default_host: server.host });
  const opening = open(0);
  // The first connection asks for the certificate.
  await eventually(() => expect(server.sockets.length).toBe(1));
  server.sockets[0]?.destroy();
  await opening;

  // The forced host overrides typed input.
  await eventually(() => expect(server.sockets.length).toBeGreaterThan(1));
  expect(commandLines()).not.toContain(PASSWORD);

  server.hangUp();
  await eventually(async () =>
    expect(await call('list_sessions', {})).toMatchObject([{ state: 'failed', failure: 'connection-failed' }]),
  );
  const [failed] = await call('list_sessions', {});
  await call('close_session', { id: failed?.id ?? '' });
  expect(await call('list_sessions', {})).toEqual([]);
});

test('FreeRDP accepts only the certificate that the profile pins', async () => {
  const shown = await testCertificate({ subject: '/CN=desk' });
  const server = await startRdpServer(shown);
  const { fingerprint256 } = new X509Certificate(shown.certificate);
  const { call, open, gateway } = await agentWith(
    { default_host: server.host },
    { default_host: server.host, certificate_fingerprint: fingerprint256 },
  );
  await open(0);
  await eventually(async () =>
    expect(await call('list_sessions', {})).toMatchObject([
      { state: 'failed', failure: 'certificate-refused', certificate: { host: server.host, subject: 'CN=desk' } },
    ]),
  );
  const fingerprint = fingerprint256.replaceAll(':', '').toLowerCase();
  const logged = () => gateway.of('log').flatMap(({ entries }) => entries);
  // An administrator reads it in the console and copies it into the profile.
  const entry = { type: 'DEBUG', message: expect.stringContaining(fingerprint) };
  await eventually(() => expect(logged()).toContainEqual(expect.objectContaining(entry)));
  expect(server.sockets.size).toBe(1);
  await open(1);
  // FreeRDP sends data only after it accepted the certificate.
  await eventually(() => expect(Buffer.concat(server.heard).length).toBeGreaterThan(0));
});

test('FreeRDP accepts a certificate for an IP address that is signed by the profile’s authority', async () => {
  const authority = await testCertificate({ subject: '/CN=Example authority' });
  const shown = await testCertificate({ subject: '/CN=desk', names: 'IP:127.0.0.1', authority });
  const server = await startRdpServer(shown);
  const desk = { default_host: server.host, certificate_authority: authority.certificate };
  const { open } = await agentWith(desk);
  await open(0);
  await eventually(() => expect(Buffer.concat(server.heard).length).toBeGreaterThan(0));
});

test('reports a refused certificate until the profile trusts it', async () => {
  const shown = await testCertificate({
    subject: `/O=${'Unit'.repeat(16)}/OU=${'Desk'.repeat(16)}/L=${'x'.repeat(120)}`,
  });
  const server = await startRdpServer(shown);
  const fingerprint = new X509Certificate(shown.certificate).fingerprint256.replaceAll(':', '').toLowerCase();
  const { open, gateway } = await agentWith({ default_host: server.host });
  const reported = () => gateway.of('report').at(-1)?.reported;
  await open(0);
  const refused = { host: server.host, fault: 'issuer', fingerprint, session: `rdp\n\n${server.host}\n0` };
  await eventually(() => expect(reported()?.refusedCertificates).toMatchObject([refused]));
  expect(reported()?.refusedCertificates?.[0]?.subject).toHaveLength(REPORTED_NAME_MAX);
  const desired = desiredOf({ default_host: server.host, certificate_fingerprint: fingerprint });
  gateway.send({ type: 'desired', desired });
  await eventually(() => expect(reported()?.appliedProfileId).toBe(desired.profile?.id));
  expect(reported()).not.toHaveProperty('refusedCertificates');
});
