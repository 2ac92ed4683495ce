import type { AccessibilityState } from '@berth/contract/bridge/settings';
import { ContentFilter } from '../features/content-filter/content-filter.ts';
import { readUnreachedTexts } from '../features/content-filter/unreached-page.ts';
import { Home } from '../features/home/home.ts';
import { RefusedCertificates } from '../features/session/refused-certificates.ts';
import { Sessions } from '../features/session/sessions.ts';
import type { AgentBase } from './base.ts';
import { KioskScreensaver } from './kiosk-screensaver.ts';
import { extensionFor, prepareSessions } from './profile-follower.ts';
import { SessionRestore } from './session-restore.ts';

/** The parts on the machine's screen: home screen, sessions, kiosk screensaver. */
export interface ScreenParts {
  readonly filter: ContentFilter | null;
  readonly certificates: RefusedCertificates;
  readonly sessions: Sessions;
  readonly restore: SessionRestore;
  readonly home: Home;
  readonly kioskScreensaver: KioskScreensaver;
}

/**
 * Builds the screen parts without starting them.
 * @param aids The user's visual accessibility settings.
 */
export function buildScreenParts(base: AgentBase, aids: () => AccessibilityState): ScreenParts {
  const { options, system, publisher, stops, log, desktop, applied, isUsed } = base;
  const { store, cacheFolder, bridge } = options;
  const texts = async () => bridge && readUnreachedTexts(bridge.clientFolder);
  const filter = cacheFolder === null ? null : stops.use(new ContentFilter(cacheFolder, texts, log));
  const certificates = new RefusedCertificates({ store, onChange: base.report, log });
  const sessions = new Sessions({
    onChange: (list) => publisher.publish({ section: 'sessions', value: [...list] }),
    extensionFor: (entry, isKiosk) => extensionFor(filter, entry, isKiosk),
    surroundings: () => ({ bridge: publisher.url, language: store.state.language }),
    aids,
    onOpening: (isOpening) => home.keepAbove(isOpening),
    onMinimized: () => void home.raise(),
    remember: (open) => restore.remember(open),
    certificates,
    log,
  });
  const restore = new SessionRestore({ store, bootId: system.machine.bootId, sessions, log });
  const home = new Home({
    url: () => publisher.url,
    fullscreen: options.fullscreen,
    // Without a profile, the page starts dark as well.
    darkTheme: () => applied()?.definition.system.customization['global-dark-theme'] ?? true,
    onClosed: options.onHomeClosed,
    onLoaded: () => {
      sessions.homeLoaded();
      prepareSessions({ sessions, home, log });
    },
    onRaise: () => sessions.giveWay(),
    log,
  });
  const kioskScreensaver = stops.use(
    new KioskScreensaver({
      definition: () => applied()?.definition,
      isUsed,
      isMessageUnread: () => store.state.messages.unread.length > 0,
      idleMs: async () => desktop()?.idleMs(),
      isOnScreen: () => !home.isHidden,
      show: async () => {
        sessions.giveWay();
        await home.show('screensaver');
      },
      hide: base.follow,
      onError: (error) => log.warn({ error: String(error) }, 'the screensaver is not shown'),
    }),
  );
  return { filter, certificates, sessions, restore, home, kioskScreensaver };
}
