import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Parameters that every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238, 1.2). */
const STEP_S = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** One step to either side, for clock drift and slow typing (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Creates a secret. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Encodes a secret for manual entry (RFC 4648, without padding). */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(bits.matchAll(/.{1,5}/g), ([group]) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** Returns the URI for the QR code (Google Authenticator's key URI format). */
export function totpUri(secret: Buffer, email: string): string {
  const label = `Berth:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Berth&algorithm=SHA1&digits=${DIGITS}&period=${STEP_S}`;
}

/** Computes the code of a time step (RFC 4226, 5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return (number % 10 ** DIGITS).toString().padStart(DIGITS, '0');
}

/** The time step of an instant. */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1_000 / STEP_S);
}

/** Finds the step of a code, newer than the last one used; undefined for a wrong or used code. */
export function matchingStep(secret: Buffer, code: string, now: number, lastStep: number): number | undefined {
  const given = Buffer.from(code);
  for (let step = stepAt(now) - DRIFT_STEPS; step <= stepAt(now) + DRIFT_STEPS; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    if (step > lastStep && right.length === given.length && timingSafeEqual(right, given)) return step;
  }
  return undefined;
}
