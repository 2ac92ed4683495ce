import { usePerson } from '@berth/web/data/auth/person.ts';
import { useSilentSince } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router';
import { activateOrganization, useActiveOrganizationId } from '../../data/active-organization.ts';
import { useVisit } from '../../data/last-visit.ts';
import { MENUS_ID } from '../../ui/page.tsx';
import { useOrganizations } from '../organizations/queries.ts';
import { scrollKey, useListMemory } from '../parts/list-memory.ts';
import { useKeyChords } from './key-chords.ts';
import { MobileBar } from './mobile-bar.tsx';
import { CreditsSlot, DemoNotice, OfflineNotice, TraySlot } from './notices.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The frame of every management page: navigation, active organization and connection state. */
export function Shell(): ReactNode {
  const { t } = useTexts();
  const navigation = useNavigation();
  const person = usePerson();
  const isSilent = useSilentSince() !== null;
  const main = useFocusOnNavigation();
  useLeaveLostOrganization();
  useKeyChords();
  useListMemory();
  useVisit(useActiveOrganizationId());
  if (!person) return null;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      <MobileBar />
      <aside className={styles.side}>
        <Sidebar />
      </aside>
      <main ref={main} id="content" className={styles.main} tabIndex={-1} data-stale={isSilent || undefined}>
        <div className={styles.progress} data-busy={navigation.state !== 'idle' || undefined} aria-hidden />
        <DemoNotice />
        <OfflineNotice />
        <CreditsSlot />
        <ScrollRestoration getKey={scrollKey} />
        <Suspense>
          <Outlet />
        </Suspense>
        <TraySlot />
        <div id={MENUS_ID} className={styles.menus} />
      </main>
    </div>
  );
}

/** Deactivates an organization that the user no longer belongs to. */
function useLeaveLostOrganization(): void {
  const id = useActiveOrganizationId();
  const organizations = useOrganizations();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isLost = id !== null && organizations !== undefined && !organizations.some((each) => each.id === id);
  useEffect(() => {
    if (!isLost) return;
    activateOrganization(null);
    if (pathname !== paths.manage()) void navigate(paths.manage());
  }, [isLost, navigate, pathname]);
}

/** Moves the focus to the new page: screen readers start there, and Tab continues there. */
function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
