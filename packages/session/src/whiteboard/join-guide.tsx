import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { useJoinInfo } from '../mirror/mirroring.ts';
import styles from './share-board.module.css';

/** How a guest joins the board; disappears with the first guest. */
export default function JoinGuide() {
  const { t } = useTexts();
  const { address, code, link } = useJoinInfo();
  return (
    <section className={styles.guide} aria-label={t('whiteboard.together.guide')}>
      {link === null ? (
        <p role="status">{t('whiteboard.together.none')}</p>
      ) : (
        <>
          <QrCode className={styles.qr} text={link} label={t('whiteboard.together.qr')} />
          <div>
            <p>{t('whiteboard.together.open')}</p>
            <p className={styles.address}>{address}</p>
            <p className={styles.code}>
              <span className="visually-hidden">{t('whiteboard.together.code')} </span>
              {code}
            </p>
          </div>
        </>
      )}
    </section>
  );
}
