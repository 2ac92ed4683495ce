import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { testFolder } from './folders.ts';

export interface TestCertificate {
  readonly key: string;
  readonly certificate: string;
  /** Files of the key and the certificate, for signing others. */
  readonly files: { readonly key: string; readonly certificate: string };
}

interface CertificateWanted {
  readonly subject: string;
  /** Subject alternative names, for example `DNS:desk.example` or `IP:127.0.0.1`. */
  readonly names?: string;
  /** Validity in days; negative: expired. */
  readonly days?: number;
  /** The signing authority; self-signed without one. */
  readonly authority?: TestCertificate;
}

/** Creates a certificate with openssl, like administrators do. */
export async function testCertificate({
  subject,
  names,
  days = 30,
  authority,
}: CertificateWanted): Promise<TestCertificate> {
  const folder = await testFolder();
  const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') };
  // An expired certificate is signed below.
  const signed = authority && days >= 0 ? ['-CA', authority.files.certificate, '-CAkey', authority.files.key] : [];
  const extensions = names === undefined ? [] : ['-addext', `subjectAltName=${names}`];
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    files.key,
    '-out',
    files.certificate,
  ];
  execFileSync(
    'openssl',
    ['req', '-x509', ...made, '-subj', subject, '-days', String(Math.abs(days)), ...extensions, ...signed],
    { stdio: 'ignore' },
  );
  if (days < 0) {
    const signer = authority?.files ?? files;
    const again = ['-CA', signer.certificate, '-CAkey', signer.key, '-days', String(days)];
    execFileSync('openssl', ['x509', '-in', files.certificate, ...again, '-out', files.certificate], {
      stdio: 'ignore',
    });
  }
  const read = (file: string): string => readFileSync(file, 'utf8');
  return { key: read(files.key), certificate: read(files.certificate), files };
}

/**
 * An RDP server up to TLS: negotiates, then records what it receives.
 * @param shown its certificate; null: it offers no TLS
 */
export async function startRdpServer(shown: TestCertificate | null) {
  const sockets = new Set<Socket>();
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      const protocol = shown ? 1 : 0;
      // What follows is TLS: leave it unread.
      socket.pause();
      socket.write(Buffer.from([3, 0, 0, 19, 14, 0xd0, 0, 0, 0x12, 0x34, 0, 2, 0, 8, 0, protocol, 0, 0, 0]));
      if (!shown) return;
      const secureContext = createSecureContext({ key: shown.key, cert: shown.certificate });
      const secured = new TLSSocket(socket, { isServer: true, secureContext });
      secured.on('error', () => {});
      secured.on('data', (chunk: Buffer) => heard.push(chunk));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, heard, sockets };
}
