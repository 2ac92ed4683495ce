import type { Stops } from '@berth/contract/stops';
import { calendarSettings } from '../features/calendar/calendar.ts';
import { accountsOf } from '../features/calls/accounts.ts';
import { Logs, withDebugEntries } from '../features/logs/logs.ts';
import { shownProfile } from '../features/profile/applied-profile.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { System } from '../system/ports.ts';
import { type AgentBase, Publisher } from './base.ts';
import { buildCloudParts, type CloudParts } from './cloud-parts.ts';
import { DesiredState } from './desired.ts';
import { buildLoginParts, type LoginParts } from './login-parts.ts';
import { buildMachineParts, type MachineParts } from './machine-parts.ts';
import type { AgentOptions } from './options.ts';
import { buildPageParts, type PageParts } from './page-parts.ts';
import { ProfileFollower } from './profile-follower.ts';
import { buildRemoteParts, type RemoteParts } from './remote-parts.ts';
import { buildScreenParts, type ScreenParts } from './screen-parts.ts';
import { endSessions } from './session-restore.ts';

/** Everything that runs in an agent. */
export interface Parts extends MachineParts, ScreenParts, PageParts, RemoteParts, LoginParts, CloudParts {
  readonly publisher: Publisher;
  readonly desired: DesiredState;
  /** Applies the profile again, for example after an emergency covered the kiosk. */
  readonly follow: () => void;
  readonly report: AgentBase['report'];
  readonly writeLog: AgentBase['writeLog'];
  /** Applies the desired state to the phone and the calendar. */
  readonly configureApps: () => void;
}

/** Longer than any trial of network settings, which times out by itself. */
const NETWORK_PROOF_MS = 600_000;

/** Builds all parts and connects them. Nothing runs yet. */
export function buildParts(options: AgentOptions, system: System, stops: Stops, desktop: () => Desktop | null): Parts {
  const { store, onEvent } = options;
  const publisher = new Publisher();
  const logs = new Logs(store, (message, arrived) => base.send(message, arrived), options.log);
  const log = withDebugEntries(options.log, (message) => logs.add('DEBUG', message));
  const desired = new DesiredState({
    machineId: options.identity.id,
    store,
    show: (applied) => {
      publisher.publish({ section: 'profile', value: shownProfile(applied) });
      people.logins.follow();
      remote.liveView.tell();
      base.follow();
    },
    configChanged: () => {
      machine.publishConfig();
      people.logins.follow();
      configureApps();
    },
    settled: () => {
      const { applied } = desired;
      onEvent({ event: 'applied', profileId: applied?.id ?? null, revision: applied?.revision ?? null });
      base.report();
    },
    log,
  });
  const base: AgentBase = {
    options,
    system,
    publisher,
    stops,
    log,
    desktop,
    applied: () => desired.applied,
    isUsed: () => people.logins.login.user !== null,
    user: () => people.logins.login.user,
    enrolling: () => cloud.enrollment.state,
    send: (message, arrived) => cloud.link.send(message, arrived),
    report: () => cloud.reports.send(),
    writeLog: (type, message) => logs.add(type, message),
    follow: () => follower.follow(desired.applied, store.state.desired?.machineName ?? ''),
  };
  const machine = buildMachineParts(
    base,
    () => cloud.refresh.ask(NETWORK_PROOF_MS),
    () => cloud.link.reconnect(),
  );
  const screen = buildScreenParts(base, () => page.accessibility.state);
  const { home, sessions } = screen;
  const page = buildPageParts(base, {
    raise: () => void home.raise(),
    onReadable: () => home.restart(),
    openPage: (link, title) => sessions.openPage(link, title),
    onMessages: () => remote.messageNotice.update(),
    onRead: (id) => cloud.receipts.read(id),
  });
  const remote = buildRemoteParts(base, screen, page.notifications);
  const { liveView, messageNotice } = remote;
  const people = buildLoginParts(base, {
    onEnter: async () => {
      messageNotice.update();
      base.follow();
      await screen.restore.begin(desired.applied);
    },
    onAsk: () => home.raise(),
    onLeave: async () => {
      messageNotice.update();
      base.follow();
      // The previous user's choice does not apply to the next one.
      if (!liveView.state.allowed) await liveView.allow(true);
      await page.accessibility.reset();
      await endSessions({ sessions, home, applied: desired.applied, desktop: desktop() });
    },
  });
  const follower = new ProfileFollower({ ...machine, ...screen, ...page, isUsed: base.isUsed, log });
  const cloud = buildCloudParts(base, { ...machine, ...screen, ...page, ...remote, desired, logs });
  const configureApps = () => {
    const { applied } = desired;
    const state = store.state.desired;
    void page.calls.configure(applied && state ? accountsOf(applied.definition, state) : []);
    page.calendar.configure(state && calendarSettings(state));
  };
  return {
    ...machine,
    ...screen,
    ...page,
    ...remote,
    ...people,
    ...cloud,
    publisher,
    desired,
    follow: base.follow,
    report: base.report,
    writeLog: base.writeLog,
    configureApps,
  };
}
