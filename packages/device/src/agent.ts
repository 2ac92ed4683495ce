import { createStops, type Stops } from '@berth/contract/stops';
import { keepDesktops } from './agent/desktops.ts';
import type { AgentOptions } from './agent/options.ts';
import { openPage } from './agent/page.ts';
import { buildParts, type Parts } from './agent/parts.ts';
import type { LinkState } from './link/link.ts';
import type { Desktop } from './system/ports/desktop.ts';
import type { System } from './system/ports.ts';

export type { AgentEvent, AgentOptions } from './agent/options.ts';

export interface Agent {
  readonly linkState: LinkState;
  /** Rejects when the agent cannot go on, such as without any screen to show on; else never settles. */
  readonly failed: Promise<never>;
  /** Resolves when everything that the agent started has ended. */
  stop(): Promise<void>;
}

/**
 * Makes a machine of a system. Starts in this order: what is remembered, the page, the cloud, the screen; stops in the
 * opposite one. Starts everything, or nothing.
 */
export async function startAgent(options: AgentOptions, system: System): Promise<Agent> {
  const stops = createStops();
  try {
    return await start(options, system, stops);
  } catch (error) {
    await stops
      .run()
      .catch((failure: unknown) => options.log.error({ error: String(failure) }, 'the agent does not stop'));
    throw error;
  }
}

async function start(options: AgentOptions, system: System, stops: Stops): Promise<Agent> {
  let desktop: Desktop | null = null;
  const parts = buildParts(options, system, stops, () => desktop);
  const { link, logins } = parts;

  await parts.commands.recover();
  void parts.networkTrial.recover();
  parts.follow();
  parts.configureApps();
  await openPage(options, system, parts, stops, () => desktop);
  parts.status.start();
  logins.idleTimeout.start();
  parts.tunnelWatch.start();
  parts.kioskScreensaver.start();
  if (options.cloud) link.start();
  const shown = showDesktops(options, system, parts, stops, (next) => {
    desktop = next;
  });

  return {
    get linkState() {
      return link.state;
    },
    failed: new Promise<never>((_resolve, reject) => shown.catch(reject)),
    stop: async () => {
      await stops.run();
      await options.store.flush();
    },
  };
}

/** Fills each desktop with the home screen and the sessions. Rejects when there never was a desktop. */
function showDesktops(
  { log, onEvent }: AgentOptions,
  system: System,
  parts: Parts,
  stops: Stops,
  setDesktop: (desktop: Desktop | null) => void,
): Promise<void> {
  const { home, sessions, keyboard, accessibility, restore, logins, messageNotice, desired } = parts;
  const stopping = new AbortController();
  const shown = keepDesktops({
    host: system.desktop,
    attach: async (next) => {
      setDesktop(next);
      onEvent({ event: 'display', name: next.name, pid: next.serverPid });
      void keyboard.attach(next).then(() => accessibility.attach(next));
      await home.attach(next);
      await sessions.attach(next);
      next.windows.onChange(() => {
        home.closeStrays().catch(() => {});
        messageNotice.update();
        if (!logins.login.user) home.stayInFront().catch(() => {});
      });
      await next.onChord('Backspace', () => logins.login.leave());
      if (logins.login.user) await restore.once(desired.applied);
    },
    detach: () => {
      setDesktop(null);
      keyboard.detach();
      accessibility.detach();
      home.detach();
      sessions.detach();
    },
    signal: stopping.signal,
    log,
  });
  stops.defer(async () => {
    stopping.abort();
    restore.forget();
    await shown.catch(() => {});
  });
  return shown;
}
