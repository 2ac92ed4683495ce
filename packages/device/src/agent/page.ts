import type { Stops } from '@berth/contract/stops';
import { startBridge } from '../bridge/bridge.ts';
import { shownProfile } from '../features/profile/applied-profile.ts';
import type { Log } from '../system/log.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { System } from '../system/ports.ts';
import { bridgeHandlers } from './bridge-handlers.ts';
import { cloudOrigins, reportOrigins } from './cloud.ts';
import { MESSAGE_NOTICE, REMOTE_NOTICE } from './notice-window.ts';
import type { AgentOptions } from './options.ts';
import type { Parts } from './parts.ts';

/** Serves the session's page and its calls, if the machine has one. */
export async function openPage(
  options: AgentOptions,
  system: System,
  parts: Parts,
  stops: Stops,
  desktop: () => Desktop | null,
): Promise<void> {
  if (!options.bridge) return;
  const { desired, home, online, status, sessions, notifications, pings, logins } = parts;
  const { accessibility, calendar, calls, keyboard, airplay, remote, liveView } = parts;
  const bridge = await startBridge({
    ...options.bridge,
    handlers: bridgeHandlers({ options, system, parts, desktop }),
    snapshot: () => [
      { section: 'login', value: logins.login.state() },
      { section: 'profile', value: shownProfile(desired.applied) },
      { section: 'machine-config', value: parts.config() },
      { section: 'online-status', value: online.current() },
      { section: 'pings', value: pings.list() },
      { section: 'machine-status', value: status.check() },
      { section: 'sessions', value: sessions.list() },
      { section: 'calendar', value: calendar.state },
      { section: 'calls', value: calls.state },
      { section: 'keyboard', value: keyboard.state },
      { section: 'accessibility', value: accessibility.state },
      { section: 'airplay', value: airplay.state },
      { section: 'remote', value: remote.state },
      { section: 'live-view', value: liveView.state },
      { section: 'notifications', value: [...notifications.list()] },
    ],
    watchPictures: (listener) => airplay.watch(listener),
    onRead: () => home.page.asked(),
    noticePaths: [REMOTE_NOTICE, MESSAGE_NOTICE].map(({ path }) => `/${path}`),
    onWatch: (kind) => {
      const ends = [online.watch(), status.watch(), pings.watch()];
      // A notice's window stays when the home screen's page has crashed.
      if (kind === 'home') ends.push(home.page.listening());
      return () => {
        for (const end of ends) end();
      };
    },
    origins: () => ({ cloud: cloudOrigins(options), reports: reportOrigins(options) }),
    language: () => options.store.state.language,
    log: options.log,
  });
  stops.defer(await guardPort(system, bridge.url, options.log));
  stops.defer(() => bridge.close());
  parts.publisher.attach(bridge);
  options.onEvent({ event: 'bridge', url: bridge.url });
}

// Defense in depth: without the port guard, the page's token still protects the bridge.
async function guardPort({ portGuard }: System, url: string, log: Log): Promise<() => Promise<void>> {
  try {
    return await portGuard.guard(Number(new URL(url).port));
  } catch (error) {
    log.error({ error: String(error) }, 'the packet filter does not keep sessions from the bridge');
    return async () => {};
  }
}
