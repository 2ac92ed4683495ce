import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A minimal STUN and TURN client (RFC 8489, RFC 8656) that asks a relay which addresses it allows. */
const COOKIE = 0x2112a442;
const METHOD = { allocate: 0x003, createPermission: 0x008 } as const;
const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  family: 0x0017,
  transport: 0x0019,
} as const;

export interface TurnCredentials {
  readonly url: string;
  readonly username: string;
  readonly credential: string;
}

type Attributes = Map<number, Buffer>;
/** An attribute's type and value; an address is masked with the message ID. */
type Own = readonly [number, Buffer | ((id: Buffer) => Buffer)];

const FAMILY = { 4: 1, 6: 2 } as const;

/**
 * Allocates a relay for one address family and asks for permission to each address; resolves with the replies: 0 for
 * success, else the error code.
 */
export async function askRelay(
  { url, username, credential }: TurnCredentials,
  addresses: readonly string[],
  ip: 4 | 6 = 4,
): Promise<Record<string, number>> {
  const [, host = '', port = ''] = /^turn:([^:]+):(\d+)/.exec(url) ?? [];
  const socket = createSocket('udp4');
  let known: { readonly realm: Buffer; readonly nonce: Buffer } | undefined;

  async function ask(method: number, ...own: Own[]): Promise<Attributes> {
    const request = message(method, own, known && { ...known, username, credential });
    socket.send(request, Number(port), host);
    const [reply] = await once(socket, 'message');
    return read(reply);
  }

  try {
    const udp = [ATTRIBUTE.transport, Buffer.from([17, 0, 0, 0])] as const;
    const family = [ATTRIBUTE.family, Buffer.from([FAMILY[ip], 0, 0, 0])] as const;
    const refused = await ask(METHOD.allocate, udp, family);
    known = { realm: refused.get(ATTRIBUTE.realm) ?? Buffer.of(), nonce: refused.get(ATTRIBUTE.nonce) ?? Buffer.of() };
    const opened = errorOf(await ask(METHOD.allocate, udp, family));
    if (opened !== 0) throw new Error(`the relay does not open: ${opened}`);
    const answers: Record<string, number> = {};
    for (const address of addresses) {
      answers[address] = errorOf(await ask(METHOD.createPermission, [ATTRIBUTE.peer, peerAddress(address, ip)]));
    }
    return answers;
  } finally {
    socket.close();
  }
}

function message(
  method: number,
  own: readonly Own[],
  login: { realm: Buffer; nonce: Buffer; username: string; credential: string } | undefined,
): Buffer {
  const id = randomBytes(12);
  const body = own.map(([type, value]) => attribute(type, typeof value === 'function' ? value(id) : value));
  const head = (length: number) => {
    const header = Buffer.alloc(8);
    header.writeUInt16BE(method, 0);
    header.writeUInt16BE(length, 2);
    header.writeUInt32BE(COOKIE, 4);
    return Buffer.concat([header, id]);
  };
  if (login) {
    const { realm, nonce, username, credential } = login;
    body.push(attribute(ATTRIBUTE.username, Buffer.from(username)));
    body.push(attribute(ATTRIBUTE.realm, realm), attribute(ATTRIBUTE.nonce, nonce));
    const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest();
    const so = Buffer.concat(body);
    const mac = createHmac('sha1', key)
      .update(Buffer.concat([head(so.length + 24), so]))
      .digest();
    body.push(attribute(ATTRIBUTE.integrity, mac));
  }
  const whole = Buffer.concat(body);
  return Buffer.concat([head(whole.length), whole]);
}

function attribute(type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(value.length, 2);
  return Buffer.concat([header, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function peerAddress(address: string, ip: 4 | 6): (id: Buffer) => Buffer {
  return (id) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(FAMILY[ip], 0);
    head.writeUInt16BE(443 ^ (COOKIE >>> 16), 2);
    const cookie = Buffer.alloc(4);
    cookie.writeUInt32BE(COOKIE);
    const mask = Buffer.concat([cookie, id]);
    const bytes = ip === 4 ? address.split('.').map(Number) : bytesOf6(address);
    return Buffer.concat([head, Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)))]);
  };
}

/** The 16 bytes of an IPv6 address; supports `::`. */
function bytesOf6(address: string): number[] {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 0xff]);
}

function read(reply: Buffer): Attributes {
  const attributes: Attributes = new Map();
  for (let at = 20; at + 4 <= reply.length; ) {
    const length = reply.readUInt16BE(at + 2);
    attributes.set(reply.readUInt16BE(at), reply.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return attributes;
}

function errorOf(attributes: Attributes): number {
  const error = attributes.get(ATTRIBUTE.error);
  return error ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : 0;
}
