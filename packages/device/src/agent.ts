import { keepDesktops } from './agent/desktops.ts';
import type { AgentOptions } from './agent/options.ts';
import { openPage } from './agent/page.ts';
import { buildParts } from './agent/parts.ts';
import { phoneAccounts } from './agent/phone.ts';
import { Publisher } from './agent/publisher.ts';
import { calendarSettings } from './features/calendar/calendar.ts';
import type { LinkState } from './link/link.ts';
import type { Log } from './system/log.ts';
import type { Desktop } from './system/ports/desktop.ts';
import type { System } from './system/ports.ts';

export type { AgentEvent } from './agent/events.ts';
export type { AgentOptions } from './agent/options.ts';

export interface Agent {
  readonly linkState: LinkState;
  /** Rejects when the agent cannot go on, such as without any screen to show on; else never settles. */
  readonly failed: Promise<never>;
  /** Resolves when everything that the agent started has ended. */
  stop(): Promise<void>;
}

/**
 * Makes a machine of a system. Started in order: what is remembered, the page, the cloud, the screen. They stop in the
 * opposite order.
 */
export async function startAgent(options: AgentOptions, system: System): Promise<Agent> {
  const { store, log, onEvent } = options;
  const stopping = new AbortController();
  const publisher = new Publisher();
  let desktop: Desktop | null = null;
  let unguard = async (): Promise<void> => {};
  const parts = buildParts(options, system, publisher, () => desktop);
  const {
    link,
    desired,
    follower,
    commands,
    sessions,
    restore,
    home,
    online,
    status,
    networkTrial,
    logins,
    calendar,
    calls,
    keyboard,
  } = parts;

  await commands.recover();
  void networkTrial.recover();
  follower.follow(desired.applied, store.state.desired?.machineName ?? '');
  void calls.configure(phoneAccounts(desired.applied, store.state.desired));
  calendar.configure(store.state.desired && calendarSettings(store.state.desired));
  const bridge = options.bridge && (await openPage(options.bridge, options, system, parts, () => desktop));
  if (bridge) {
    unguard = await guardPort(system, bridge.url, log);
    publisher.attach(bridge);
    onEvent({ event: 'bridge', url: bridge.url });
  }
  status.start();
  logins.absence.start();
  parts.tunnelWatch.start();
  parts.kioskScreensaver.start();
  if (options.cloud) link.start();
  const shown = keepDesktops({
    host: system.desktop,
    attach: async (next) => {
      desktop = next;
      onEvent({ event: 'display', name: next.name, pid: next.serverPid });
      void keyboard.attach(next);
      await home.attach(next);
      await sessions.attach(next);
      next.windows.onChange(() => {
        home.closeStrays().catch(() => {});
        parts.messageNotice.update();
        if (!logins.login.user) home.stayInFront().catch(() => {});
      });
      await next.onChord('Backspace', () => logins.login.leave());
      if (logins.login.user) await restore.once(desired.applied);
    },
    detach: () => {
      desktop = null;
      keyboard.detach();
      home.detach();
      sessions.detach();
    },
    signal: stopping.signal,
    log,
  });

  return {
    get linkState() {
      return link.state;
    },
    failed: new Promise<never>((_resolve, reject) => shown.catch(reject)),
    stop: async () => {
      stopping.abort();
      restore.forget();
      await shown.catch(() => {});
      parts.presses.stop();
      await parts.messageNotice.stop();
      parts.remote.end();
      parts.liveView.stop();
      await Promise.all([link.stop(), networkTrial.stop(), calls.stop(), parts.airplay.stop()]);
      status.stop();
      calendar.stop();
      logins.absence.stop();
      logins.devices.cancel();
      parts.administrators.cancel();
      online.stop();
      parts.pings.stop();
      parts.tunnelWatch.stop();
      parts.radioRules.stop();
      parts.kioskScreensaver.stop();
      parts.filter?.stop();
      await bridge?.close();
      await unguard();
      await store.flush();
    },
  };
}

// A machine without this second fence is still better than none: the page's token holds.
async function guardPort({ portGuard }: System, url: string, log: Log): Promise<() => Promise<void>> {
  try {
    return await portGuard.guard(Number(new URL(url).port));
  } catch (error) {
    log.error({ error: String(error) }, 'the packet filter does not keep sessions from the bridge');
    return async () => {};
  }
}
