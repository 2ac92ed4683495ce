import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data: user present, user verified, attested credential data (WebAuthn Level 3, 6.1). */
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

export interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
}

/** A software passkey: acts like a phone or security key, without a person. */
export class Authenticator {
  readonly id = randomBytes(32);
  /** Whether user verification succeeded (PIN, finger, face). */
  verifiesUser = true;
  counter = 0;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** navigator.credentials.create */
  create(ceremony: Ceremony): Record<string, unknown> {
    const attested = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(ceremony.rpId, FLAGS.attested), attested]);
    const attestationObject = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ]);
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** navigator.credentials.get */
  get(ceremony: Ceremony): Record<string, unknown> {
    this.counter += 1;
    const authData = this.#authData(ceremony.rpId, 0);
    const client = clientData('webauthn.get', ceremony);
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
    return this.#credential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
    });
  }

  #credential(response: Record<string, unknown>): Record<string, unknown> {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #authData(rpId: string, flags: number): Buffer {
    const all = flags | FLAGS.present | (this.verifiesUser ? FLAGS.verified : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter]);
  }

  /** RFC 9053: an EC2 key for ES256. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return map([
      [uint(1), uint(2)],
      [uint(3), negative(-7)],
      [negative(-1), uint(1)],
      [negative(-2), bytes(Buffer.from(x, 'base64url'))],
      [negative(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
  }
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

/** Encodes CBOR (RFC 8949), as far as an authenticator needs it. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)]);
}
const uint = (value: number) => head(0, value);
const negative = (value: number) => head(1, -1 - value);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
