import type { RefusedCertificate } from '@berth/contract/device/certificate';
import { useTexts } from '@berth/web/i18n/store.ts';
import styles from './rdp.module.css';

/** The certificate that a remote desktop presented, and what to do if it is the right one. */
export default function CertificateFacts({ certificate }: { certificate: RefusedCertificate }) {
  const { t, date } = useTexts();
  const { fault, host, subject, issuer, fingerprint, validFrom, validTo } = certificate;
  const facts = [
    ['host', host],
    ['subject', subject],
    ['issuer', issuer],
    ['valid', t('screens.certificate.period', { from: date(validFrom), to: date(validTo) })],
    // In groups that can be read aloud.
    [
      'fingerprint',
      fingerprint
        .toUpperCase()
        .match(/.{1,4}/g)
        ?.join(' ') ?? '',
    ],
  ] as const;
  return (
    <>
      <p>{t(`screens.certificate.fault.${fault}`)}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`screens.certificate.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('screens.certificate.advice')}</p>
    </>
  );
}
