import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { useJoinInfo } from '../mirror/mirroring.ts';
import styles from './share-board.module.css';

/** How a guest joins the board; disappears with the first guest. */
export default function JoinGuide() {
  const { t } = useTexts();
  const { address, code, link } = useJoinInfo();
  return (
    <section className={styles.guide} aria-label={t('whiteboard.guests.guide')}>
      {link === null ? (
        <p role="status">{t('whiteboard.guests.none')}</p>
      ) : (
        <>
          <QrCode className={styles.qr} text={link} label={t('whiteboard.guests.qr')} />
          <div>
            <p>{t('whiteboard.guests.open')}</p>
            <p className={styles.address}>{address}</p>
            <p className={styles.code}>
              <span className="visually-hidden">{t('whiteboard.guests.code')} </span>
              {code}
            </p>
          </div>
        </>
      )}
    </section>
  );
}
