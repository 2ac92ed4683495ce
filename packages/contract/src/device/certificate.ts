import Type from 'typebox';
import { closed } from '../api/parts.ts';
import { ProfileIdSchema } from '../ids.ts';

/**
 * Why a remote desktop's certificate is not trusted. issuer: nobody the machine trusts has signed it; name: it is for another
 * computer; time: it has expired, or is not valid yet; changed: another one than the profile names.
 */
export const CERTIFICATE_FAULTS = ['issuer', 'name', 'time', 'changed'] as const;

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

/** A remote desktop of the machine's profile that did not open because of its certificate. */
export const CertificateReport = closed({
  profileId: ProfileIdSchema,
  revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  /** Its place in the profile's list of remote desktops. */
  index: Type.Integer({ minimum: 0, maximum: 1_000 }),
  name: Type.String({ maxLength: 128 }),
  certificate: RefusedCertificate,
});
export type CertificateReport = Type.Static<typeof CertificateReport>;
/** Reports of one machine that are kept, the newest. */
export const CERTIFICATE_REPORTS_MAX = 8;
