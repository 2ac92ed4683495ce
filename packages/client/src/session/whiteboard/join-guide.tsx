import { useTexts } from '../../i18n/store.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { useHostState, useMirroring } from '../mirror/service.tsx';
import styles from './together.module.css';

/** How a guest gets to the board; gone with the first one, so that it covers nothing for longer than needed. */
export default function JoinGuide() {
  const { t } = useTexts();
  const { host, address } = useMirroring();
  const { code } = useHostState(host);
  return (
    <section className={styles.guide} aria-label={t('whiteboard.together.guide')}>
      {code === null ? (
        <p role="status">{t('whiteboard.together.none')}</p>
      ) : (
        <>
          <QrCode className={styles.qr} text={`${address}#${code}`} label={t('whiteboard.together.qr')} />
          <div>
            <p>{t('whiteboard.together.open')}</p>
            <p className={styles.address}>{address.replace(/^https?:\/\//, '')}</p>
            <p className={styles.code}>
              <span className="visually-hidden">{t('whiteboard.together.code')} </span>
              {code.replace(/(.{3})(?=.)/g, '$1 ')}
            </p>
          </div>
        </>
      )}
    </section>
  );
}
