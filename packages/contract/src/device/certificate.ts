import Type from 'typebox';
import { closed } from '../api/parts.ts';

/**
 * Why a remote desktop's certificate is not trusted. issuer: nobody the machine trusts has signed it; name: it is for another
 * computer; time: it has expired, or is not valid yet; changed: another one than the profile names.
 */
const CERTIFICATE_FAULTS = ['issuer', 'name', 'time', 'changed'] as const;

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
