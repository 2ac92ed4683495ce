import { useTexts } from '@berth/web/i18n/store.ts';
import { type CSSProperties, lazy, Suspense } from 'react';
import { hasInfo } from '../appearance.ts';
import { lazyScreen } from '../navigation.ts';
import { Message } from '../parts/message.tsx';
import {
  useCustomization,
  useDefinition,
  useLoadState,
  useMirrors,
  useSession,
  useSessionState,
} from '../state/session.ts';
import { AppScreen } from './app-screen.tsx';
import styles from './home.module.css';

const Shelf = lazy(() => import('./shelf.tsx'));
const Notices = lazy(() => import('./notices.tsx'));
const Kiosk = lazyScreen(() => import('../kiosk/kiosk.tsx'), 'screens');
/** The parts around the tiles; loaded after them. */
const StatusBar = lazy(async () => ({ default: (await import('./status-bar.tsx')).StatusBar }));

/** The home screen (spec chapter 1): shelf, App Screen and Status Bar over the background image. */
export function Home() {
  const hasBar = !useCustomization()?.disable_status_bar;
  const noticed = useSessionState(({ notifications, sessions, refused }) => {
    return notifications.length > 0 || refused !== null || sessions.some(({ state }) => state === 'failed');
  });
  return (
    <div className={styles.home}>
      <div className={styles.frame}>
        <Top />
        <main className={styles.middle}>
          <Middle />
        </main>
        {hasBar && (
          <Suspense fallback={<div className={styles.bar} />}>
            <StatusBar />
          </Suspense>
        )}
      </div>
      {noticed && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
    </div>
  );
}

/** Reserves the shelf's space, so that the tiles do not move when it loads. */
function Top() {
  const { t } = useTexts();
  const customization = useCustomization();
  const hasCalendar = useSessionState(({ calendar }) => calendar !== null);
  const mirrors = useMirrors();
  const info = customization && hasInfo(customization) ? customization.dashboard.height : 0;
  const hasShelf = info > 0 || customization?.logo || hasCalendar || mirrors;
  return (
    <header className={hasShelf ? styles.shelf : undefined} style={{ '--height': info } as CSSProperties}>
      <h1 className="visually-hidden">{t('session.home')}</h1>
      {hasShelf && (
        <Suspense fallback={<div className={styles.coming} />}>
          <Shelf />
        </Suspense>
      )}
    </header>
  );
}

/** The App Screen, or the reason why it cannot be shown. */
function Middle() {
  const { t } = useTexts();
  const { reload } = useSession();
  const load = useLoadState();
  const failure = useSessionState((state) => state.failure);
  const definition = useDefinition();
  if (load === 'EMPTY') return <NoProfile />;
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

function NoProfile() {
  const { t } = useTexts();
  const { environment } = useSession();
  if (environment !== 'web') {
    return (
      <Message tone="info" title={t('session.noProfile.title')}>
        {t('session.noProfile.text')}
      </Message>
    );
  }
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
