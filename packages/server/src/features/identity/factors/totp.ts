import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What every authenticator app supports: SHA-1, six digits, thirty seconds (RFC 6238, 1.2). */
const STEP_S = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** One step to either side for clocks that differ and people who type slowly (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret, as the authenticator shares it. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** RFC 4648 without padding: how people type a secret that they cannot scan. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(bits.matchAll(/.{1,5}/g), ([group]) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The address in the QR code (Google Authenticator's key URI format, which all apps read). */
export function totpUri(secret: Buffer, email: string): string {
  const label = `Berth:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Berth&algorithm=SHA1&digits=${DIGITS}&period=${STEP_S}`;
}

/** The code of one time step (RFC 4226, 5.3). */
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

/** The step whose code was given, newer than the last one used; undefined for a wrong or used code. */
export function matchingStep(secret: Buffer, code: string, now: number, lastStep: number): number | undefined {
  const given = Buffer.from(code);
  for (let step = stepAt(now) - DRIFT_STEPS; step <= stepAt(now) + DRIFT_STEPS; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    if (step > lastStep && right.length === given.length && timingSafeEqual(right, given)) return step;
  }
  return undefined;
}
