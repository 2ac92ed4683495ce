import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeEvent } from '@berth/contract/bridge/methods';
import type { Reported } from '@berth/contract/device/messages';
import { bridgeHandlers, releaseChannel } from './agent/bridge-handlers.ts';
import { commandHandlers } from './agent/command-handlers.ts';
import { DesiredState } from './agent/desired.ts';
import { keepDesktops } from './agent/desktops.ts';
import type { AgentOptions } from './agent/options.ts';
import type { Parts } from './agent/parts.ts';
import { Refresh } from './agent/refresh.ts';
import { Reports } from './agent/reports.ts';
import { restoreSessions, sessionSettings } from './agent/session-plan.ts';
import { type Bridge, startBridge } from './bridge/bridge.ts';
import { Commands } from './features/commands/commands.ts';
import { ContentFilter } from './features/content-filter/content-filter.ts';
import { Home } from './features/home/home.ts';
import { machineConfig } from './features/machine/config.ts';
import { StatusWatch } from './features/machine/status-watch.ts';
import { networkPlan } from './features/network/plan.ts';
import { NetworkTrial } from './features/network/trial.ts';
import { Notifications } from './features/notifications/notifications.ts';
import { Online } from './features/online/online.ts';
import { type AppliedProfile, shownProfile } from './features/profile/shown.ts';
import { entriesOf } from './features/session/entries.ts';
import { Sessions } from './features/session/sessions.ts';
import { Link, type LinkState } from './link/link.ts';
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
 * Makes a machine of a system: constructs the parts, hands each what it needs of the others, and starts them in order:
 * what is remembered, then the bridge, the screen, and the cloud. They stop in the opposite order.
 */
export async function startAgent(options: AgentOptions, system: System): Promise<Agent> {
  const { identity, store, cloud, log, onEvent } = options;
  const { machine, power } = system;
  const stopping = new AbortController();
  let bridge: Bridge | null = null;
  let desktop: Desktop | null = null;

  const publish = (event: BridgeEvent): void => bridge?.publish(event);
  const config = () => machineConfig(identity.id, store.state, releaseChannel(options));

  const notifications = new Notifications((list) => publish({ section: 'notifications', value: [...list] }));
  const filter = options.cacheFolder === null ? null : new ContentFilter(options.cacheFolder, log);
  const sessions = new Sessions({
    onChange: (list) => publish({ section: 'sessions', value: [...list] }),
    extensionFor: (session) => within(EXTENSION_WAIT_MS, filter?.prepare(session)),
    remember: (open) => restore.remember(open),
    log,
  });
  const restore = restoreSessions({ store, bootId: machine.bootId, sessions, log });
  const home = new Home({
    url: () => `${bridge?.url ?? ''}/`,
    fullscreen: options.fullscreen,
    onClosed: options.onHomeClosed,
    log,
  });
  const online = new Online({
    probe: system.networkProbe,
    cloud: () => (link.state === 'connecting' ? 'unknown' : isReached(link.state) ? 'ok' : 'error'),
    onChange: (status) => publish({ section: 'online-status', value: status }),
  });
  const status = new StatusWatch(machine, (value) => {
    publish({ section: 'machine-status', value });
    reports.send();
  });
  const commands = new Commands({
    store,
    bootId: machine.bootId,
    handlers: commandHandlers({ notifications, power, onFactoryReset: options.onFactoryReset }),
    send: (message) => link.send(message),
    log,
  });
  const configureSessions = (applied: AppliedProfile | null): void => {
    const settings = sessionSettings(applied);
    const [browser] = applied?.definition.thinhoc.sessions.webbrowser ?? [];
    if (browser && system.desktop)
      filter?.prepare(browser).catch((error) => log.warn({ error: String(error) }, 'no filter'));
    const work = sessions.configure(applied ? entriesOf(applied.definition) : [], settings);
    Promise.all([work, home.setHidden(settings.kiosk !== null)]).catch((error) => {
      log.error({ error: String(error) }, 'sessions do not follow the profile');
    });
  };
  const configureNetwork = (applied: AppliedProfile | null): void => {
    const name = store.state.desired?.machineName ?? '';
    if (applied) void networkTrial.want(networkPlan(applied.definition, name));
  };
  const desired = new DesiredState({
    store,
    show: (applied) => {
      publish({ section: 'profile', value: shownProfile(applied) });
      configureSessions(applied);
      configureNetwork(applied);
    },
    configChanged: () => publish({ section: 'machine-config', value: config() }),
    settled: () => {
      const { applied } = desired;
      onEvent({ event: 'applied', profileId: applied?.id ?? null, revision: applied?.revision ?? null });
      reports.send();
    },
    log,
  });
  const reports = new Reports(
    (): Reported => ({
      appliedProfileId: desired.applied?.id ?? null,
      appliedRevision: desired.applied?.revision ?? null,
      applyError: desired.applied?.problems ?? null,
      status: status.current.status,
      uptime: machine.uptime(),
      agentVersion: options.version,
      hardware: machine.hardware,
    }),
    () => link,
  );
  const refresh = new Refresh(() => link.reconnect());
  const link = new Link({
    gateway: async (signal) => {
      if (!cloud) throw new Error('No cloud is configured.');
      return (await cloud.config.load(signal)).gateway;
    },
    identity,
    reported: () => reports.first(),
    onDesired: (next) => {
      refresh.arrived();
      void desired.receive(next);
    },
    onUnregistered: () => void desired.forget(),
    onCommand: (message) => {
      onEvent({ event: 'command', type: message.command });
      commands.receive(message).catch((error) => log.error({ error: String(error) }, 'command not kept'));
    },
    onState: (state) => {
      onEvent({ event: 'link', state });
      online.cloudChanged();
      if (state === 'online') commands.resend();
      // Where the gateway is may have changed with whatever ended the connection.
      else cloud?.config.forget();
    },
    log,
  });
  const networkTrial = new NetworkTrial({
    store,
    network: system.network,
    reachesCloud: () => refresh.ask(NETWORK_PROOF_MS),
    hadCloud: () => cloud !== null,
    log,
  });
  const parts: Parts = { link, commands, sessions, home, online, status, notifications, networkTrial };

  await commands.recover();
  configureSessions(desired.applied);
  void networkTrial.recover();
  configureNetwork(desired.applied);
  if (options.bridge) {
    bridge = await startBridge({
      ...options.bridge,
      handlers: bridgeHandlers({
        options,
        parts,
        desired,
        power,
        network: system.network,
        desktop: () => desktop,
        refresh: (timeoutMs) => refresh.ask(timeoutMs),
      }),
      snapshot: () => [
        { section: 'profile', value: shownProfile(desired.applied) },
        { section: 'machine-config', value: config() },
        { section: 'online-status', value: online.current() },
        { section: 'machine-status', value: status.look() },
        { section: 'sessions', value: sessions.list() },
        { section: 'notifications', value: [...notifications.list()] },
      ],
      onWatch: () => {
        const ends = [online.watch(), status.watch()];
        return () => ends.forEach((end) => void end());
      },
      origins: () => cloudOrigins(options),
      log,
    });
    onEvent({ event: 'bridge', url: bridge.url });
  }
  status.start();
  if (cloud) link.start();
  const shown = system.desktop
    ? keepDesktops({
        host: system.desktop,
        attach: async (next) => {
          desktop = next;
          onEvent({ event: 'display', name: next.name, pid: next.serverPid });
          await home.attach(next);
          await sessions.attach(next);
          await restore.once(desired.applied);
        },
        detach: () => {
          desktop = null;
          home.detach();
          sessions.detach();
        },
        signal: stopping.signal,
        log,
      })
    : Promise.resolve();

  return {
    get linkState() {
      return link.state;
    },
    failed: new Promise<never>((_resolve, reject) => shown.catch(reject)),
    stop: async () => {
      stopping.abort();
      await Promise.all([link.stop(), networkTrial.stop()]);
      restore.forget();
      await shown.catch(() => {});
      status.stop();
      online.stop();
      filter?.stop();
      await bridge?.close();
      await store.flush();
    },
  };
}

/** Longer than any trial: that is what ends the wait. */
const NETWORK_PROOF_MS = 600_000;
/** A person who opens the browser waits no longer for its filter lists. */
const EXTENSION_WAIT_MS = 3_000;

// Null when it is not there in time, or failed.
async function within<Value>(ms: number, work: Promise<Value | null> | undefined): Promise<Value | null> {
  const timeout = sleep(ms, null, { ref: false });
  return Promise.race([work ?? null, timeout]).catch(() => null);
}

// A cloud that answers is reached, also when it does not know the machine yet.
function isReached(state: LinkState): boolean {
  return state === 'online' || state === 'unregistered' || state === 'replaced';
}

function cloudOrigins({ cloud }: AgentOptions): string[] {
  if (!cloud) return [];
  const { known } = cloud.config;
  const addresses = known ? [known.apiBase, known.identity.authority, ...known.signalling] : [];
  return [...new Set([cloud.server.href, ...addresses].map((address) => new URL(address).origin))];
}
