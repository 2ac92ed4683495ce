import Type from 'typebox';
import { closed } from '../api/parts.ts';

/**
 * Why a remote desktop's certificate is not trusted. issuer: not signed by a trusted authority; name: issued for another
 * computer; time: expired, or not valid yet; changed: not the one that the profile names; authority: the profile's
 * certificate authority is invalid.
 */
const CERTIFICATE_FAULTS = ['issuer', 'name', 'time', 'changed', 'authority'] as const;

/** A certificate of a remote desktop that the machine does not trust. */
export const RefusedCertificate = closed({
  /** Host and port of the connection, as typed or configured. */
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

/** Maximum number of refused certificates that a machine reports: the newest. */
export const REFUSALS_REPORTED = 8;
/** Maximum length of a certificate's names, which can have any length. */
export const REPORTED_NAME_MAX = 200;

/** A refused certificate as reported by the machine, so that an administrator can trust it. */
export const ReportedCertificate = closed({
  ...RefusedCertificate.properties,
  /** The session's identity (profile/openable). */
  session: Type.String({ maxLength: 320 }),
  subject: Type.String({ maxLength: REPORTED_NAME_MAX }),
  issuer: Type.String({ maxLength: REPORTED_NAME_MAX }),
  /** When the machine first saw it, by its own clock. */
  seenAt: Type.String({ format: 'date-time' }),
});
export type ReportedCertificate = Type.Static<typeof ReportedCertificate>;

/** A text of a certificate, chosen by its creator: without characters that hide or reorder the surrounding text. */
export function readableName(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** A fingerprint normalized for comparison: without colons, in lower case. */
export function plainFingerprint(text: string): string {
  return text.replaceAll(':', '').toLowerCase();
}
