import { useTexts } from '../../i18n/store.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { fieldsAt, flagOf } from '../definition/fields.ts';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { MIRROR_PATH } from '../paths.ts';
import { useSessionState } from '../state/session.ts';
import styles from './guide.module.css';
import { useHostState, useMirroring } from './service.tsx';

/** How a guest gets onto this screen: the address, the code, and both as a QR code. */
export function MirrorGuide({ large = false }: { large?: boolean }) {
  const { t } = useTexts();
  const { host, address } = useMirroring();
  const { code, guests } = useHostState(host);
  const isConnected = !large && guests.length > 0;
  const pin = useSessionState(({ airplay }) => airplay.pin);
  const name = useSessionState(({ airplay }) => airplay.name);
  const native = useSessionState(({ profile }) =>
    flagOf(fieldsAt(profile?.definition, 'thinhoc', 'mirror', 'enabled_features'), 'native', true),
  );
  const airplay = pin !== null && <p className={styles.airplay}>{t('mirror.guide.airplay', { name, pin })}</p>;
  const qr = code !== null && <QrCode className={styles.qr} text={`${address}#${code}`} label={t('mirror.guide.qr')} />;
  return (
    <section
      className={large ? `${styles.guide} ${styles.large}` : styles.guide}
      aria-label={t('mirror.guide.title')}
      data-mirror-guide={large ? undefined : ''}
    >
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
            {!isConnected && <p>{t('mirror.guide.open')}</p>}
            <p className={styles.address}>{address.replace(/^https?:\/\//, '')}</p>
            <p className={styles.code}>
              <span className="visually-hidden">{t('mirror.guide.code')} </span>
              {spaced(code)}
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

/** In groups of three, which are read and typed with fewer mistakes. */
function spaced(code: string): string {
  return code.replace(/(.{3})(?=.)/g, '$1 ');
}
