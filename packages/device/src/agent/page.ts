import { type Bridge, startBridge } from '../bridge/bridge.ts';
import { machineConfig } from '../features/machine/config.ts';
import { shownProfile } from '../features/profile/shown.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { System } from '../system/ports.ts';
import { bridgeHandlers } from './bridge-handlers.ts';
import { cloudOrigins, releaseChannel, reportOrigins } from './cloud.ts';
import type { AgentOptions } from './options.ts';
import type { Parts } from './page-parts.ts';

/** Serves the session's page and answers it. */
export function openPage(
  where: NonNullable<AgentOptions['bridge']>,
  options: AgentOptions,
  system: System,
  parts: Parts,
  desktop: () => Desktop | null,
): Promise<Bridge> {
  const { desired, home, online, status, sessions, notifications, pings, logins } = parts;
  const { calendar, calls, keyboard, airplay, remote, liveView } = parts;
  return startBridge({
    ...where,
    handlers: bridgeHandlers({ options, system, parts, desktop }),
    snapshot: () => [
      { section: 'login', value: logins.login.state() },
      { section: 'profile', value: shownProfile(desired.applied) },
      {
        section: 'machine-config',
        value: machineConfig(options.identity.id, options.store.state, releaseChannel(options), system.clock.zone()),
      },
      { section: 'online-status', value: online.current() },
      { section: 'pings', value: pings.list() },
      { section: 'machine-status', value: status.check() },
      { section: 'sessions', value: sessions.list() },
      { section: 'calendar', value: calendar.state },
      { section: 'calls', value: calls.state },
      { section: 'keyboard', value: keyboard.state },
      { section: 'airplay', value: airplay.state },
      { section: 'remote', value: remote.state },
      { section: 'live-view', value: liveView.state },
      { section: 'notifications', value: [...notifications.list()] },
    ],
    watchPictures: (listener) => airplay.watch(listener),
    onWatch: () => {
      const ends = [online.watch(), status.watch(), pings.watch(), home.page.listening()];
      return () => {
        for (const end of ends) end();
      };
    },
    origins: () => ({ cloud: cloudOrigins(options), reports: reportOrigins(options) }),
    language: () => options.store.state.language,
    log: options.log,
  });
}
