import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { useTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { customizationOf } from '../definition/appearance.ts';
import { type Fields, fieldsAt, flagOf, textOf } from '../definition/fields.ts';
import { hasInfo, infoHeight } from '../definition/info.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { Message } from '../parts/message.tsx';
import { useMirrors } from '../state/mirrors.ts';
import { useSession, useSessionState } from '../state/session.ts';
import { AppScreen } from './app-screen.tsx';
import styles from './home.module.css';
import { Logo } from './logo.tsx';

const InfoSection = lazy(() => import('../info/info-section.tsx'));
const Notices = lazy(() => import('./notices.tsx'));
const RoomCalendar = lazyScreen(() => import('../calendar/room-calendar.tsx'), 'calendar');
const Kiosk = lazyScreen(() => import('../kiosk/kiosk.tsx'), 'screens');
/** Around the tiles, which come first: nobody waits for these. */
const StatusBar = lazy(async () => ({ default: (await import('./status-bar.tsx')).StatusBar }));

/** The home screen (spec chapter 1): App Screen, Info Section, Status Bar over the picture of the hour. */
export function Home() {
  const { t } = useTexts();
  const definition = useSessionState(({ profile }) => profile?.definition);
  const customization = customizationOf(fieldsAt(definition));
  const hasCalendar = useSessionState(({ calendar }) => calendar !== null);
  const noticed = useSessionState(({ notifications, sessions, refused }) => {
    return notifications.length > 0 || refused !== null || sessions.some(({ state }) => state === 'failed');
  });
  const guided = useMirrors();
  return (
    <div className={styles.home}>
      <header className={guided ? `${styles.header} ${styles.guided}` : styles.header}>
        <h1 className="visually-hidden">{t('session.home')}</h1>
        <Logo customization={customization} />
      </header>
      <div className={styles.center}>
        <main className={styles.middle}>
          <Middle />
        </main>
        {hasCalendar && (
          <Suspense>
            <RoomCalendar />
          </Suspense>
        )}
      </div>
      <Info customization={customization} />
      {!flagOf(customization, 'disable_status_bar', false) && (
        <Suspense fallback={<div className={styles.bar} />}>
          <StatusBar customization={customization} />
        </Suspense>
      )}
      {noticed && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
    </div>
  );
}

/** The App Screen, or what keeps it from being shown. */
function Middle() {
  const { t } = useTexts();
  const { environment, reload } = useSession();
  const load = useSessionState((state) => state.load);
  const failure = useSessionState((state) => state.failure);
  const definition = useSessionState(({ profile }) => profile?.definition);
  if (environment === 'web' && load === 'LOADED' && !definition) {
    return (
      <Message
        tone="info"
        title={t('session.web.title')}
        action={{ label: t('session.web.console'), run: () => location.assign('/manage') }}
      >
        {t('session.web.text')}
      </Message>
    );
  }
  if (load === 'ERROR') {
    const title = t(failure === 'timeout' ? 'session.load.timeout' : 'session.load.failed');
    return (
      <Message tone="bad" title={title} action={{ label: t('common.retry'), run: reload }}>
        {t('session.load.hint')}
      </Message>
    );
  }
  const kiosk = fieldsAt(definition, 'thinhoc', 'kiosk');
  if (definition && textOf(kiosk, 'session_type', 'none') !== 'none') {
    return (
      <Suspense>
        <Kiosk definition={definition as ProfileDefinition} />
      </Suspense>
    );
  }
  return <AppScreen />;
}

function Info({ customization }: { customization: Fields }) {
  if (!hasInfo(customization)) return null;
  return (
    <div className={styles.info} data-tour="info" style={{ flexBasis: `${infoHeight(customization)}%` }}>
      <Suspense>
        <InfoSection customization={customization} />
      </Suspense>
    </div>
  );
}
