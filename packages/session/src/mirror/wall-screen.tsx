import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { Logo } from '../home/shelf.tsx';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { useMinute } from '../parts/use-minute.ts';
import { HOME_PATH, MIRROR_PATH } from '../paths.ts';
import { useSessionState } from '../state/session.ts';
import { useZone } from '../time-zone/use-zone.ts';
import { useJoinInfo } from './mirroring.ts';
import styles from './wall-screen.module.css';

/** Shown large while no one shares: the room, the time, the URL, the code and its QR code. */
export default function WallScreen() {
  const { t } = useTexts();
  const config = useSessionState((state) => state.config);
  const { guests } = useJoinInfo();
  const minute = useMinute().getMinutes();
  // A static image burns in within weeks.
  const translate = `${(minute % 5) * 4 - 8}px ${(Math.floor(minute / 5) % 5) * 4 - 8}px`;
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <div>
          <Logo />
          <p className={styles.room}>{config?.machine_name ?? config?.organization_name}</p>
        </div>
        <Clock />
      </header>
      <main className={styles.middle}>
        <section className={styles.panel} style={{ translate }} aria-label={t('mirror.guide.title')}>
          <h1 className={styles.title}>{t('mirror.guide.title')}</h1>
          <Way />
        </section>
      </main>
      <footer className={styles.footer}>
        {guests.length > 0 && (
          <Button onClick={() => navigate(MIRROR_PATH)}>
            {t('mirror.wall.here', { names: guests.map(({ name }) => name).join(', ') })}
          </Button>
        )}
        <Button onClick={() => navigate(HOME_PATH)}>{t('screens.notHere.back')}</Button>
      </footer>
    </div>
  );
}

function Way() {
  const { t } = useTexts();
  const { native, address, code, link, airplay } = useJoinInfo();
  const byAirplay = airplay && <p className={styles.airplay}>{t('mirror.guide.airplay', airplay)}</p>;
  if (!native) return byAirplay;
  if (link === null) {
    return (
      <p className={styles.none} role="status">
        {t('mirror.guide.none')}
      </p>
    );
  }
  return (
    <div className={styles.way}>
      <QrCode className={styles.qr} text={link} label={t('mirror.guide.qr')} />
      <dl className={styles.words}>
        <dt>{t('mirror.wall.open')}</dt>
        <dd className={styles.address}>{address}</dd>
        <dt>{t('mirror.guide.code')}</dt>
        <dd className={styles.code}>{code}</dd>
      </dl>
      {byAirplay}
    </div>
  );
}

function Clock() {
  const { time, date } = useTexts();
  const zone = useZone();
  const now = useMinute().toISOString();
  return (
    <time className={styles.clock} dateTime={now}>
      {time(now, zone)}
      <span className={styles.date}>{date(now, zone)}</span>
    </time>
  );
}
