import { usePerson } from '@berth/web/data/auth/person.ts';
import { useSilentSince } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router';
import {
  activateOrganization,
  useActiveOrganizationId,
  useOrganizationOfNewTabs,
} from '../../data/active-organization.ts';
import { useVisit } from '../../data/last-visit.ts';
import { MENUS_ID, PagesWait } from '../../ui/page.tsx';
import { useIsRolePending, useOrganizations } from '../organizations/queries.ts';
import { scrollKey, useListMemory } from '../parts/list-memory.ts';
import { useKeyChords } from './key-chords.ts';
import { MobileBar } from './mobile-bar.tsx';
import { CreditsSlot, DemoNotice, OfflineNotice, TraySlot } from './notices.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useLostFocus } from './use-lost-focus.ts';

/** From this width the navigation stands beside the page; below it is the drawer of the bar (shell.module.css). */
const WIDE = '(min-width: 881px)';

/** The frame of every management page: navigation, active organization and connection state. */
export function Shell(): ReactNode {
  const { t } = useTexts();
  const person = usePerson();
  const isSilent = useSilentSince() !== null;
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const main = useRef<HTMLElement>(null);
  if (!person) return null;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      <MobileBar />
      <aside className={styles.side}>{isWide && <Sidebar />}</aside>
      <main ref={main} id="content" className={styles.main} tabIndex={-1} data-stale={isSilent || undefined}>
        <Progress />
        <DemoNotice />
        <OfflineNotice />
        <CreditsSlot />
        <ScrollRestoration getKey={scrollKey} />
        <PageSlot />
        <TraySlot />
        <div id={MENUS_ID} className={styles.menus} />
      </main>
      <Routine main={main} />
    </div>
  );
}

/** The open page; it waits while the user's role in the active organization may still arrive. */
function PageSlot(): ReactNode {
  const isRolePending = useIsRolePending();
  const isInside = useActiveOrganizationId() !== null;
  return (
    <PagesWait value={isInside && isRolePending}>
      <Suspense>
        <Outlet />
      </Suspense>
    </PagesWait>
  );
}

function Progress(): ReactNode {
  const isBusy = useNavigation().state !== 'idle';
  return <div className={styles.progress} data-busy={isBusy || undefined} aria-hidden />;
}

/** What happens on every page without being seen: as a part of the frame, it would render the frame again each time. */
function Routine({ main }: { readonly main: RefObject<HTMLElement | null> }): null {
  useFocusOnNavigation(main);
  useLostFocus(main);
  useLeaveLostOrganization();
  useOrganizationOfNewTabs();
  useKeyChords();
  useListMemory();
  useVisit(useActiveOrganizationId());
  return null;
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
function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}
