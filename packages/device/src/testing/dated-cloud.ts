import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { testFolder } from './folders.ts';
import type { TestGateway } from './gateway.ts';

const DAY_MS = 86_400_000;

/** A self-signed certificate for loopback that is valid on one day only, and the next two. */
function certificateOf(folder: string, name: string, day: Date): { readonly key: string; readonly cert: string } {
  const file = (ending: string) => join(folder, `${name}.${ending}`);
  const time = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  writeFileSync(file('txt'), '');
  writeFileSync(
    file('cnf'),
    `[ca]
default_ca = own
[own]
new_certs_dir = ${folder}
database = ${file('txt')}
rand_serial = yes
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = IP:127.0.0.1
`,
  );
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const [key, request, cert] = [file('key'), file('csr'), file('pem')];
  openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', request, '-subj', `/CN=${name}`);
  const period = ['-startdate', time(day.getTime() - DAY_MS), '-enddate', time(day.getTime() + 2 * DAY_MS)];
  const signed = ['-selfsign', '-config', file('cnf'), '-keyfile', key, '-in', request, '-out', cert, '-notext'];
  openssl('ca', '-batch', ...signed, ...period);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * A cloud with TLS and the internet as a machine finds them whose clock is wrong: to them it is another day. `setRight`
 * makes it today.
 */
export async function startDatedCloud(gateway: TestGateway, day: Date) {
  const folder = await testFolder();
  const [dated, today] = [certificateOf(folder, 'dated', day), certificateOf(folder, 'today', new Date())];
  let isToday = false;
  const internet = await listen(
    createHttpServer((_, reply) => {
      reply.sendDate = false;
      reply.setHeader('date', (isToday ? new Date() : day).toUTCString());
      reply.end();
    }),
  );
  // The gateway and the configuration behind one address, as a reverse proxy has them.
  const configuration = await listen(
    createHttpServer((_, reply) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(config()))),
  );
  const cloud = createServer(dated, (socket) => {
    socket.on('error', () => {});
    socket.once('data', (head: Buffer) => {
      const port = String(head).startsWith('GET /config.json') ? configuration.split(':')[1] : gateway.port;
      const inner = connect(Number(port), '127.0.0.1');
      inner.on('error', () => socket.destroy());
      inner.write(head);
      socket.pipe(inner).pipe(socket);
    });
  });
  const address = await listen(cloud);
  const config = () => ({
    version: '1',
    releaseChannel: 'development',
    apiBase: `https://${address}/api`,
    demoApiBase: null,
    gateway: gateway.address.replace(/^ws:\/\/[^/]+/, `wss://${address}`),
    identity: {
      authority: `https://${address}`,
      clientId: 'a',
      machineClientId: 'b',
      scope: 'openid',
      implicit: false,
    },
    signaling: Array<string>(3).fill(`wss://${address}/signaling`),
    cloudHosts: [],
    errorReporting: null,
  });
  const trusted = join(folder, 'trusted.pem');
  writeFileSync(trusted, dated.cert + today.cert);
  return {
    env: {
      BERTH_SERVER: `https://${address}`,
      BERTH_INTERNET_PROBE: `http://${internet}/`,
      NODE_EXTRA_CA_CERTS: trusted,
    },
    setRight: (): void => {
      isToday = true;
      cloud.setSecureContext(today);
    },
  };
}
