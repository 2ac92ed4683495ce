import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { rootCertificates, connect as startTls, type TLSSocket } from 'node:tls';
import { plainFingerprint, type RefusedCertificate, readableName } from '@berth/contract/device/certificate';
import { pemCertificates } from '@berth/contract/rules/certificates';
import type { RdpTrust } from '../ports/programs.ts';

/** The result of a certificate check. `none`: no certificate, or no reply. */
export type CheckedCertificate =
  | { readonly kind: 'trusted'; readonly fingerprint: string }
  | { readonly kind: 'refused'; readonly certificate: RefusedCertificate }
  | { readonly kind: 'none' };

const RDP_PORT = 3389;
const TIMEOUT_MS = 5_000;
/** Debian's trusted certificate authorities. */
const SYSTEM_ROOTS = '/etc/ssl/certs/ca-certificates.crt';
/** Requests TLS, with or without network level authentication (MS-RDPBCGR 2.2.1.1). */
const REQUEST = Buffer.from('030000130ee00000000000010008000b000000', 'hex');
const NEGOTIATED = 0x02;
const TEXT_MAX = 500;
const EXPIRED: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/**
 * Reads the certificate of a remote desktop and checks it against the profile's fingerprint, the profile's certificate
 * authority, or, if the profile has neither, the system's authorities. FreeRDP then accepts only this certificate.
 * FreeRDP cannot check it: version 2 supports neither custom authorities nor IP addresses in certificates, and no
 * version reports the certificate that it refused.
 */
export async function checkRdpCertificate(host: string, trust: RdpTrust): Promise<CheckedCertificate> {
  const { name, port } = addressOf(host);
  const socket = connect({ host: name, port });
  const timer = setTimeout(() => socket.destroy(new Error('no answer')), TIMEOUT_MS);
  socket.on('error', () => {});
  const closed = new Promise<CheckedCertificate>((resolve) => {
    socket.once('close', () => resolve({ kind: 'none' }));
  });
  try {
    return await Promise.race([readCertificate(socket, { host, name, trust }), closed]);
  } catch {
    return { kind: 'none' };
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

interface Wanted {
  readonly host: string;
  readonly name: string;
  readonly trust: RdpTrust;
}

async function readCertificate(socket: Socket, { host, name, trust }: Wanted): Promise<CheckedCertificate> {
  await once(socket, 'connect');
  if (!(await speaksTls(socket))) return { kind: 'none' };
  const secured = startTls({
    socket,
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    rejectUnauthorized: false,
    ca: await authoritiesOf(trust),
  });
  secured.on('error', () => {});
  await once(secured, 'secureConnect');
  return judge(host, secured, trust);
}

/** Whether the server continues with TLS; an old server only offers RDP encryption. */
async function speaksTls(socket: Socket): Promise<boolean> {
  socket.write(REQUEST);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  return reply.length >= 19 && reply[11] === NEGOTIATED && reply.readUInt32LE(15) !== 0;
}

/** The profile's authority replaces the system's, even if it is unreadable. */
async function authoritiesOf({ authority }: RdpTrust): Promise<string | string[]> {
  if (isSet(authority)) return isReadable(authority) ? authority : [];
  return readFile(SYSTEM_ROOTS, 'utf8').catch(() => [...rootCertificates]);
}

function isSet(authority: string): boolean {
  return authority.trim() !== '';
}

function isReadable(authority: string): boolean {
  const certificates = pemCertificates(authority);
  try {
    return certificates.length > 0 && certificates.every((each) => new X509Certificate(each));
  } catch {
    return false;
  }
}

function judge(host: string, socket: TLSSocket, trust: RdpTrust): CheckedCertificate {
  const found = socket.getPeerX509Certificate();
  if (!found) return { kind: 'none' };
  const fingerprint = plainFingerprint(found.fingerprint256);
  const pinned = plainFingerprint(trust.fingerprint);
  // If there is only a fingerprint, nothing else counts.
  const isSigned = socket.authorized && (pinned === '' || isSet(trust.authority));
  if (fingerprint === pinned || isSigned) return { kind: 'trusted', fingerprint };
  const certificate: RefusedCertificate = {
    host: host.slice(0, 300),
    fault: faultOf(String(socket.authorizationError ?? ''), trust),
    subject: written(found.subject),
    issuer: written(found.issuer),
    fingerprint,
    validFrom: new Date(found.validFrom).toISOString(),
    validTo: new Date(found.validTo).toISOString(),
  };
  return { kind: 'refused', certificate };
}

function faultOf(error: string, { authority, fingerprint }: RdpTrust): RefusedCertificate['fault'] {
  if (isSet(authority) && !isReadable(authority)) return 'authority';
  if (fingerprint !== '') return 'changed';
  if (EXPIRED.has(error)) return 'time';
  return error === 'ERR_TLS_CERT_ALTNAME_INVALID' ? 'name' : 'issuer';
}

/** Formats a name, for example `CN=desk, O=Example`. */
function written(name: string | undefined): string {
  return readableName((name ?? '').split('\n').join(', ')).slice(0, TEXT_MAX);
}

function addressOf(host: string): { readonly name: string; readonly port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(host) ?? [];
  return { name: bracketed ?? plain ?? host, port: port === undefined ? RDP_PORT : Number(port) };
}
