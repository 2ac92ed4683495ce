import { useTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { hasInfo } from '../appearance.ts';
import { lazyScreen } from '../navigation.ts';
import { useCustomization, useMirrors, useSessionState } from '../state/session.ts';
import styles from './shelf.module.css';

const InfoSection = lazy(() => import('../info/info-section.tsx'));
const RoomCalendar = lazyScreen(() => import('../calendar/room-calendar.tsx'), 'calendar');
const MirrorGuide = lazyScreen(() => import('../mirror/guide.tsx'), 'mirror');

/** Logo and Info Section, the room's next meeting, and how guests join this screen. */
export default function Shelf() {
  const customization = useCustomization();
  const hasCalendar = useSessionState(({ calendar }) => calendar !== null);
  const mirrors = useMirrors();
  return (
    <>
      <div className={styles.left}>
        <Logo />
        {customization && hasInfo(customization) && (
          <div className={styles.info} data-tour="info">
            <Suspense>
              <InfoSection />
            </Suspense>
          </div>
        )}
      </div>
      {hasCalendar && (
        <Suspense fallback={<div className={styles.card} />}>
          <RoomCalendar />
        </Suspense>
      )}
      {mirrors && (
        <Suspense fallback={<div className={styles.card} />}>
          <MirrorGuide />
        </Suspense>
      )}
    </>
  );
}

/** The organization's logo at the top, if the profile has one. */
export function Logo() {
  const { t } = useTexts();
  const organization = useSessionState(({ config }) => config?.organization_name);
  const logo = useCustomization()?.logo;
  if (logo === undefined) return null;
  return <img className={styles.logo} src={logo} alt={organization ?? t('session.logo')} />;
}
