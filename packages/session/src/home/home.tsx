import { useTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { hasInfo } from '../definition/appearance.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { Message } from '../parts/message.tsx';
import { useMirrors } from '../state/mirrors.ts';
import { useCustomization, useDefinition, useSession, useSessionState } from '../state/session.ts';
import { AppScreen } from './app-screen.tsx';
import styles from './home.module.css';
import { Logo } from './logo.tsx';

const InfoSection = lazy(() => import('../info/info-section.tsx'));
const Notices = lazy(() => import('./notices.tsx'));
const RoomCalendar = lazyScreen(() => import('../calendar/room-calendar.tsx'), 'calendar');
const Kiosk = lazyScreen(() => import('../kiosk/kiosk.tsx'), 'screens');
/** Around the tiles, which load first. */
const StatusBar = lazy(async () => ({ default: (await import('./status-bar.tsx')).StatusBar }));

/** The home screen (spec chapter 1): App Screen, Info Section, Status Bar over the background image. */
export function Home() {
  const { t } = useTexts();
  const hasBar = !useCustomization()?.disable_status_bar;
  const hasCalendar = useSessionState(({ calendar }) => calendar !== null);
  const noticed = useSessionState(({ notifications, sessions, refused }) => {
    return notifications.length > 0 || refused !== null || sessions.some(({ state }) => state === 'failed');
  });
  const guided = useMirrors();
  return (
    <div className={styles.home}>
      <header className={guided ? `${styles.header} ${styles.guided}` : styles.header}>
        <h1 className="visually-hidden">{t('session.home')}</h1>
        <Logo />
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
      <Info />
      {hasBar && (
        <Suspense fallback={<div className={styles.bar} />}>
          <StatusBar />
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

/** The App Screen, or the reason why it cannot be shown. */
function Middle() {
  const { t } = useTexts();
  const { environment, reload } = useSession();
  const load = useSessionState((state) => state.load);
  const failure = useSessionState((state) => state.failure);
  const definition = useDefinition();
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
  if (definition && definition.thinhoc.kiosk.session_type !== 'none') {
    return (
      <Suspense>
        <Kiosk definition={definition} />
      </Suspense>
    );
  }
  return <AppScreen />;
}

function Info() {
  const customization = useCustomization();
  if (!customization || !hasInfo(customization)) return null;
  return (
    <div className={styles.info} data-tour="info" style={{ flexBasis: `${customization.dashboard.height}%` }}>
      <Suspense>
        <InfoSection />
      </Suspense>
    </div>
  );
}
