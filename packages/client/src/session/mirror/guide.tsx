import { useTexts } from '../../i18n/store.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './guide.module.css';
import { useHostState, useMirroring } from './service.tsx';

/** How a guest gets onto this screen: the address, the code, and both as a QR code. */
export function MirrorGuide({ large = false }: { large?: boolean }) {
  const { t } = useTexts();
  const { host, address } = useMirroring();
  const { code } = useHostState(host);
  return (
    <section className={large ? `${styles.guide} ${styles.large}` : styles.guide} aria-label={t('mirror.guide.title')}>
      {code === null ? (
        <p role="status">{t('mirror.guide.none')}</p>
      ) : (
        <>
          <QrCode className={styles.qr} text={`${address}#${code}`} label={t('mirror.guide.qr')} />
          <div className={styles.words}>
            <p>{t('mirror.guide.open')}</p>
            <p className={styles.address}>{address.replace(/^https?:\/\//, '')}</p>
            <p className={styles.code}>
              <span className="visually-hidden">{t('mirror.guide.code')} </span>
              {spaced(code)}
            </p>
          </div>
        </>
      )}
    </section>
  );
}

/** In groups of three, which are read and typed with fewer mistakes. */
function spaced(code: string): string {
  return code.replace(/(.{3})(?=.)/g, '$1 ');
}
