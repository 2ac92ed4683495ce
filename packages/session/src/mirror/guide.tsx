import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { MIRROR_PATH } from '../paths.ts';
import styles from './guide.module.css';
import { useJoinInfo } from './mirroring.ts';

/** How a guest joins this screen: the URL, the code, and both as a QR code. */
export default function MirrorGuide({ large = false }: { large?: boolean }) {
  const { t } = useTexts();
  const { native, address, code, link, guests, airplay: byAirplay } = useJoinInfo();
  const isConnected = !large && guests.length > 0;
  const airplay = byAirplay && <p className={styles.airplay}>{t('mirror.guide.airplay', byAirplay)}</p>;
  const qr = link !== null && <QrCode className={styles.qr} text={link} label={t('mirror.guide.qr')} />;
  return (
    <section className={large ? `${styles.guide} ${styles.large}` : styles.guide} aria-label={t('mirror.guide.title')}>
      {!native ? (
        airplay
      ) : code === null ? (
        <p role="status">{t('mirror.guide.none')}</p>
      ) : (
        <>
          {large ? (
            qr
          ) : (
            <button
              type="button"
              className={styles.enlarge}
              aria-label={t('mirror.guide.enlarge')}
              onClick={() => navigate(MIRROR_PATH)}
            >
              {qr}
            </button>
          )}
          <div className={styles.words}>
            {!isConnected && <p className={styles.hint}>{t('mirror.guide.open')}</p>}
            <p className={styles.address}>{address}</p>
            <p className={styles.code}>
              <span className="visually-hidden">{t('mirror.guide.code')} </span>
              {code}
            </p>
            {airplay}
            {isConnected && (
              <Button onClick={() => navigate(MIRROR_PATH)}>
                {t('mirror.guide.connected', { count: guests.length })}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}
