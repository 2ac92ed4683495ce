import Type from 'typebox';
import { closed } from '../api/parts.ts';

/**
 * Why a remote desktop's certificate is not trusted. issuer: nobody the machine trusts has signed it; name: it is for another
 * computer; time: it has expired, or is not valid yet; changed: another one than the profile names; authority: the profile's
 * certificate authority cannot be read.
 */
const CERTIFICATE_FAULTS = ['issuer', 'name', 'time', 'changed', 'authority'] as const;

/** A certificate that a remote desktop shows and the machine does not trust. */
export const RefusedCertificate = closed({
  /** The computer and port that was connected to, as typed or configured. */
  host: Type.String({ maxLength: 300 }),
  fault: Type.Enum([...CERTIFICATE_FAULTS]),
  subject: Type.String({ maxLength: 500 }),
  issuer: Type.String({ maxLength: 500 }),
  /** SHA-256, in hexadecimal digits without colons. */
  fingerprint: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  validFrom: Type.String({ format: 'date-time' }),
  validTo: Type.String({ format: 'date-time' }),
});
export type RefusedCertificate = Type.Static<typeof RefusedCertificate>;

/** Refused certificates that a machine tells the cloud of: the newest. */
export const REFUSALS_REPORTED = 8;
/** Names in a certificate may be of any length. */
export const REPORTED_NAME_MAX = 200;

/** A refused certificate as the machine reports it, so that an administrator can have it trusted. */
export const ReportedCertificate = closed({
  ...RefusedCertificate.properties,
  /** The session's identity among those of the profile (profile/openable). */
  session: Type.String({ maxLength: 320 }),
  subject: Type.String({ maxLength: REPORTED_NAME_MAX }),
  issuer: Type.String({ maxLength: REPORTED_NAME_MAX }),
  /** When the machine first met it, by its own clock. */
  seenAt: Type.String({ format: 'date-time' }),
});
export type ReportedCertificate = Type.Static<typeof ReportedCertificate>;

/** A text of a certificate, whose maker chose it: nothing in it hides or turns around what stands beside it. */
export function readableName(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** The certificates of a PEM file, each for itself: of several together only the first would be read. */
export function pemCertificates(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}

/** A fingerprint as it is compared: people write it with colons, and in capitals. */
export function plainFingerprint(text: string): string {
  return text.replaceAll(':', '').toLowerCase();
}
