import { createStops, type Stops } from '@berth/contract/stops';
import { keepDesktops } from './agent/desktops.ts';
import type { AgentOptions } from './agent/options.ts';
import { openPage } from './agent/page.ts';
import { buildParts, type Parts } from './agent/parts.ts';
import { isReached } from './agent/reports.ts';
import { Health, isWell } from './features/machine/health.ts';
import type { LinkState } from './link/link.ts';
import type { Desktop } from './system/ports/desktop.ts';
import type { System } from './system/ports.ts';

export type { AgentEvent, AgentOptions } from './agent/options.ts';

export interface Agent {
  readonly linkState: LinkState;
  /** Rejects if the agent cannot continue, for example because no screen opens; otherwise never settles. */
  readonly failed: Promise<never>;
  /** Resolves when everything that the agent started has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the agent on a system in this order: stored state, page, cloud, screen. Stops in reverse order. If a step
 * fails, stops what it started.
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
  parts.installer.start();
  await openPage(options, system, parts, stops, () => desktop);
  parts.status.start();
  logins.idleTimeout.start();
  parts.tunnelWatch.start();
  parts.wantedVersion.start();
  parts.kioskScreensaver.start();
  watchTrial(options, system, parts, stops);
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
      // What follows must not depend on the disk: a factory reset, for example, frees it.
      await options.store
        .flush()
        .catch((error: unknown) => options.log.error({ error: String(error) }, 'the last state is not kept'));
    },
  };
}

/** On a machine with an image: reports a version that failed, and keeps the running version once it proves healthy. */
function watchTrial({ log }: AgentOptions, { image, machine, desktop }: System, parts: Parts, stops: Stops): void {
  if (image === null) return;
  const { newlyFailed } = image;
  if (newlyFailed) {
    const { version, reason } = newlyFailed;
    log.error({ version, reason }, 'a version failed: the one before was started');
    parts.writeLog('OS_VERSION_FAILED', `${version}: ${reason}`);
  }
  const health = new Health({
    isWell: () =>
      isWell({
        pageLoaded: desktop && isShown(parts),
        cloudReached: isReached(parts.link.state),
        hasAddress: machine.hardware().interfaces?.some(({ addresses }) => addresses.length > 0) ?? false,
      }),
    onProved: () => {
      image.prove().then(
        () => parts.report(),
        (error: unknown) => log.error({ error: String(error) }, 'this version cannot be proved'),
      );
    },
  });
  stops.use(health);
  health.start();
}

/**
 * Whether the screen shows the home screen's page, or in kiosk mode the session. A remote desktop depends on its host,
 * about which a version can do nothing.
 */
function isShown({ home, sessions }: Parts): boolean {
  if (!home.isHidden) return home.page.isLoaded;
  return sessions.list().some(({ state, session_type }) => state === 'open' || session_type === 'rdp');
}

/** Opens the home screen and the sessions on each desktop. Rejects if no desktop ever opened. */
function showDesktops(
  { log, onEvent }: AgentOptions,
  system: System,
  parts: Parts,
  stops: Stops,
  setDesktop: (desktop: Desktop | null) => void,
): Promise<void> {
  const { home, sessions, keyboard, accessibility, displays, restore, logins, messageNotice, desired } = parts;
  const stopping = new AbortController();
  const shown = keepDesktops({
    host: system.desktop,
    attach: async (next) => {
      setDesktop(next);
      onEvent({ event: 'display', name: next.name, pid: next.serverPid });
      const keys = keyboard.attach(next).then(() => accessibility.attach(next));
      // Browsers report focus to accessibility clients only if those were running before the browser started.
      if (await next.isTouchOnly()) await keys;
      await displays.attach(next);
      await home.attach(next);
      await sessions.attach(next);
      next.windows.onChange(() => {
        home.closeStrays().catch(() => {});
        messageNotice.update();
        if (!logins.login.user) home.stayInFront().catch(() => {});
      });
      await next.onChord('Backspace', () => logins.login.leave());
      // Not awaited: a session may open for a minute, and the screen may end meanwhile.
      if (logins.login.user) void restore.once(desired.applied);
    },
    detach: () => {
      setDesktop(null);
      displays.detach();
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
