import { createHash, createPublicKey, createSign, type KeyObject } from 'node:crypto';

/** Packs Chromium extensions in CRX3 format (chromium: components/crx_file/crx3.proto). */

const SIGNED = Buffer.from('CRX3 SignedData\0');
/** Field numbers and wire types of CrxFileHeader, AsymmetricKeyProof and SignedData; all are length-delimited. */
const FIELD = { shaWithRsa: 2, publicKey: 1, signature: 2, signedHeaderData: 10_000, crxId: 1 } as const;

/** The extension ID of a key: half of its SHA-256, with hex digits written as a to p. */
export function extensionId(key: KeyObject): string {
  const hex = digest(key).subarray(0, 16).toString('hex');
  return hex.replaceAll(/[0-9a-f]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/** Packs a ZIP archive, signed with an RSA key. */
export function crx(archive: Buffer, key: KeyObject): Buffer {
  const signedHeader = field(FIELD.crxId, digest(key).subarray(0, 16));
  const signature = createSign('sha256')
    .update(SIGNED)
    .update(word(signedHeader.length))
    .update(signedHeader)
    .update(archive)
    .sign(key);
  const proof = Buffer.concat([field(FIELD.publicKey, publicDer(key)), field(FIELD.signature, signature)]);
  const header = Buffer.concat([field(FIELD.shaWithRsa, proof), field(FIELD.signedHeaderData, signedHeader)]);
  return Buffer.concat([Buffer.from('Cr24'), word(3), word(header.length), header, archive]);
}

function publicDer(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

function digest(key: KeyObject): Buffer {
  return createHash('sha256').update(publicDer(key)).digest();
}

function field(number: number, value: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(value.length), value]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
