import { pemCertificates } from '@berth/contract/rules/certificates';

/** First byte of DER: every certificate is a sequence (ITU-T X.690). */
const SEQUENCE = 0x30;
/** Second byte: its length takes several bytes. */
const LONG = 0x80;
/** Characters of a PEM line (RFC 7468). */
const LINE = /.{1,64}/g;

/**
 * The certificates of a file as PEM. Reads DER, as Windows exports it, and PEM with other text around it, as OpenSSL
 * writes it. A file without any is returned as it is, for the form to say what is wrong.
 */
export function certificatesOf(bytes: Uint8Array): string {
  if (bytes[0] === SEQUENCE && (bytes[1] ?? 0) >= LONG) {
    const lines = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')).match(LINE) ?? [];
    return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  }
  const text = new TextDecoder().decode(bytes);
  const certificates = pemCertificates(text);
  return certificates.length > 0 ? `${certificates.join('\n')}\n` : text;
}
