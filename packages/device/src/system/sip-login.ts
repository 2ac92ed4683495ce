import { createHash, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { lookup, resolveSrv } from 'node:dns/promises';
import { once } from 'node:events';

export interface SipLogin {
  /** user@host, as in an account's address. */
  readonly id: string;
  /** Registrar host, with a port if given. */
  readonly domain: string;
  readonly user: string;
  readonly password: string;
}

/** `unknown`: the registrar does not reply over UDP, or with another status. */
export type SipLoginAnswer = 'accepted' | 'refused' | 'unknown';

const SIP_PORT = 5060;
/** T1 of RFC 3261: first retransmission interval, which then doubles. */
const FIRST_WAIT_MS = 500;
const TRIES = 3;
const ALGORITHMS: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256' };

interface Reply {
  readonly status: number;
  readonly text: string;
}

/**
 * Checks a password with a registrar over UDP by a REGISTER without a contact, which changes no registration (RFC 3261,
 * 10.2.3). baresip must not do that: it repeats a refused password 15 times in a row, which gets an address banned.
 */
export async function checkSipLogin(login: SipLogin): Promise<SipLoginAnswer> {
  let socket: Socket | null = null;
  try {
    const { host, port } = await registrarOf(login.domain);
    socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.on('error', () => {});
    socket.connect(port, host);
    await once(socket, 'connect');
    return await ask(socket, login);
  } catch {
    return 'unknown';
  } finally {
    socket?.close();
  }
}

async function ask(socket: Socket, login: SipLogin): Promise<SipLoginAnswer> {
  const request = requestsOf(socket, login);
  const first = await exchange(socket, request());
  const proxy = first?.status === 407;
  if (first?.status !== 401 && !proxy) return answerOf(first, false);
  const challenge = headerOf(first.text, proxy ? 'Proxy-Authenticate' : 'WWW-Authenticate');
  const proof = challenge && proofOf(challenge, login);
  if (!proof) return 'unknown';
  return answerOf(await exchange(socket, request(`${proxy ? 'Proxy-' : ''}Authorization: ${proof}`)), true);
}

function answerOf(reply: Reply | null, proven: boolean): SipLoginAnswer {
  if (!reply) return 'unknown';
  if (reply.status < 300) return 'accepted';
  if (reply.status === 403) return 'refused';
  // A stale nonce says nothing about the password.
  return proven && [401, 407].includes(reply.status) && !/stale\s*=\s*"?true/i.test(reply.text) ? 'refused' : 'unknown';
}

/** Builds the requests of a dialog with increasing sequence numbers. */
function requestsOf(socket: Socket, { id, domain }: SipLogin): (authorization?: string) => string {
  const { address, port, family } = socket.address();
  const sentBy = `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  const call = random();
  const tag = random();
  let count = 0;
  return (authorization) => {
    count += 1;
    return [
      `REGISTER sip:${domain} SIP/2.0`,
      `Via: SIP/2.0/UDP ${sentBy};branch=z9hG4bK${random()};rport`,
      'Max-Forwards: 70',
      `From: <sip:${id}>;tag=${tag}`,
      `To: <sip:${id}>`,
      `Call-ID: ${call}`,
      `CSeq: ${count} REGISTER`,
      ...(authorization === undefined ? [] : [authorization]),
      'Content-Length: 0',
      '\r\n',
    ].join('\r\n');
  };
}

/** Null: no reply in time. */
function exchange(socket: Socket, request: string): Promise<Reply | null> {
  const wanted = headerOf(request, 'CSeq');
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (reply: Reply | null): void => {
      clearTimeout(timer);
      socket.off('message', hear);
      socket.off('error', fail);
      resolve(reply);
    };
    const hear = (message: Buffer): void => {
      const text = message.toString();
      const status = Number(/^SIP\/2\.0 (\d{3}) /.exec(text)?.[1] ?? 0);
      if (status >= 200 && headerOf(text, 'CSeq') === wanted) end({ status, text });
    };
    const fail = (): void => end(null);
    const send = (left: number, wait: number): void => {
      if (left === 0) {
        end(null);
        return;
      }
      socket.send(request);
      timer = setTimeout(() => send(left - 1, wait * 2), wait);
    };
    socket.on('message', hear);
    socket.on('error', fail);
    send(TRIES, FIRST_WAIT_MS);
  });
}

/** The Authorization header for a challenge (RFC 7616, 3.4). Null: an unsupported challenge. */
function proofOf(challenge: string, { domain, user, password }: SipLogin): string | null {
  const value = (name: string): string | undefined => {
    const found = new RegExp(`[\\s,]${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(challenge);
    return found?.[1] ?? found?.[2];
  };
  const realm = value('realm');
  const nonce = value('nonce');
  const algorithm = value('algorithm') ?? 'MD5';
  const hash = ALGORITHMS[algorithm.toLowerCase()];
  const offered = value('qop');
  const qop = offered?.split(',').some((each) => each.trim() === 'auth') === true;
  if (!/^Digest\s/i.test(challenge) || realm === undefined || nonce === undefined || !hash) return null;
  if (offered !== undefined && !qop) return null;
  const digest = (...parts: string[]): string => createHash(hash).update(parts.join(':')).digest('hex');
  const secret = digest(user, realm, password);
  const target = digest('REGISTER', `sip:${domain}`);
  const own = random();
  const response = qop ? digest(secret, nonce, '00000001', own, 'auth', target) : digest(secret, nonce, target);
  const opaque = value('opaque');
  return [
    `Digest username="${user.replaceAll(/["\\]/g, '\\$&')}", realm="${realm}", nonce="${nonce}"`,
    `uri="sip:${domain}", response="${response}", algorithm=${algorithm}`,
    ...(qop ? [`qop=auth, nc=00000001, cnonce="${own}"`] : []),
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
  ].join(', ');
}

/** The registrar of a domain (RFC 3263): by SRV record unless the domain has a port or is an address. */
async function registrarOf(domain: string): Promise<{ readonly host: string; readonly port: number }> {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(domain) ?? [];
  const name = bracketed ?? plain;
  const [service] = port === undefined && !bracketed ? await resolveSrv(`_sip._udp.${name}`).catch(() => []) : [];
  const { address } = await lookup(service?.name ?? name);
  return { host: address, port: service?.port ?? Number(port ?? SIP_PORT) };
}

function headerOf(text: string, name: string): string | undefined {
  return new RegExp(`^${name}\\s*:\\s*(.*)$`, 'im').exec(text)?.[1]?.trim();
}

function random(): string {
  return randomBytes(8).toString('hex');
}
