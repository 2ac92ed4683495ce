import type { Reported } from '@berth/contract/device/messages';
import { shortId } from '@berth/contract/rules/short-id';
import { ButtonPresses } from '../features/buttons/presses.ts';
import { calendarSettings } from '../features/calendar/calendar.ts';
import { Commands } from '../features/commands/commands.ts';
import { ContentFilter } from '../features/content-filter/content-filter.ts';
import { debugText, uploadDebugFile } from '../features/debug-file/debug-file.ts';
import { Home } from '../features/home/home.ts';
import { LiveView } from '../features/live-view/live-view.ts';
import { Administrators } from '../features/login/administrators.ts';
import { Passwords } from '../features/login/passwords.ts';
import { SettingsAccess } from '../features/login/settings-access.ts';
import { Logs } from '../features/logs/logs.ts';
import { machineConfig } from '../features/machine/config.ts';
import { StatusWatch } from '../features/machine/status-watch.ts';
import { RadioRules } from '../features/network/radio-rules.ts';
import { NetworkTrial } from '../features/network/trial.ts';
import { TunnelWatch } from '../features/network/tunnel-watch.ts';
import { MessageNotice } from '../features/notifications/message-notice.ts';
import { ReadReceipts } from '../features/notifications/read-receipts.ts';
import { Online } from '../features/online/online.ts';
import { shownProfile } from '../features/profile/shown.ts';
import { RemoteControl } from '../features/remote-control/remote-control.ts';
import { RefusedCertificates } from '../features/session/refused-certificates.ts';
import { Sessions } from '../features/session/sessions.ts';
import { TimeZone } from '../features/time-zone/time-zone.ts';
import { Link } from '../link/link.ts';
import { enroll } from '../link/registration.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { System } from '../system/ports.ts';
import { followAuditHead } from './audit-heads.ts';
import { apiBase, releaseChannel } from './cloud.ts';
import { withDebugEntries } from './debug-entries.ts';
import { DesiredState } from './desired.ts';
import { endSessions } from './end-sessions.ts';
import { Enrollment } from './enrollment.ts';
import { KioskScreensaver } from './kiosk-screensaver.ts';
import { buildLogins } from './logins.ts';
import { MESSAGE_NOTICE, openNoticeWindow, REMOTE_NOTICE } from './notice-window.ts';
import type { AgentOptions } from './options.ts';
import { buildPageParts, type Parts } from './page-parts.ts';
import { phoneAccounts } from './phone.ts';
import { ProfileFollower } from './profile-follower.ts';
import type { Publisher } from './publisher.ts';
import { Refresh } from './refresh.ts';
import { applyErrorOf, isReached, isWarned, Reports } from './reports.ts';
import { SessionRestore } from './session-restore.ts';
import { isLocalAdministrator } from './settings-handlers.ts';

/** Longer than any trial of network settings: that is what ends the wait. */
const NETWORK_PROOF_MS = 600_000;

/** Constructs the parts and hands each the functions that it needs of the others. Nothing runs yet. */
export function buildParts(
  options: AgentOptions,
  system: System,
  publisher: Publisher,
  desktop: () => Desktop | null,
): Parts {
  const { identity, store, cloud, onEvent } = options;
  const logs = new Logs(store, (message) => link.send(message), options.log);
  const log = withDebugEntries(options.log, (message) => logs.add('DEBUG', message));
  const { machine } = system;

  const filter = options.cacheFolder === null ? null : new ContentFilter(options.cacheFolder, log);
  const certificates = new RefusedCertificates({ store, onChange: () => reports.send(), log });
  const sessions = new Sessions({
    onChange: (list) => publisher.publish({ section: 'sessions', value: [...list] }),
    extensionFor: (entry) => follower.extensionFor(entry),
    surroundings: () => ({ bridge: publisher.url, language: store.state.language }),
    remember: (open) => restore.remember(open),
    certificates,
    log,
  });
  const restore = new SessionRestore({ store, bootId: machine.bootId, sessions, log });
  const home = new Home({
    url: () => publisher.url,
    fullscreen: options.fullscreen,
    // The page begins dark too where there is no profile yet.
    darkTheme: () => desired.applied?.definition.system.customization['global-dark-theme'] ?? true,
    onClosed: options.onHomeClosed,
    onRaise: () => sessions.giveWay(),
    log,
  });
  const online = new Online({
    probe: system.networkProbe,
    cloud: () => (link.state === 'connecting' ? 'unknown' : isReached(link.state) ? 'ok' : 'error'),
    onChange: (value) => publisher.publish({ section: 'online-status', value }),
  });
  const page = buildPageParts({
    options,
    system,
    publisher,
    raise: () => void home.raise(),
    openPage: (link, title) => sessions.openPage(link, title),
    onMessages: () => messageNotice.update(),
    onRead: (id) => receipts.read(id),
  });
  const openNotice = (shown: Desktop, notice: typeof REMOTE_NOTICE | typeof MESSAGE_NOTICE) => {
    const scale = desired.applied?.definition.thinhoc.customization.scaling_factors.ui_scaling_factor ?? 1;
    return openNoticeWindow(shown, notice, publisher.url, store.state.language, scale);
  };
  const receipts = new ReadReceipts({ store, log, send: (message, arrived) => link.send(message, arrived) });
  const messageNotice = new MessageNotice({
    desktop,
    log,
    // An emergency is the home screen's, which kiosk mode lacks after a restart.
    unread: () => page.notifications.list().find(({ emergency }) => !emergency || home.isHidden)?.id,
    isUsed: () => logins.login.user !== null,
    open: (shown) => openNotice(shown, MESSAGE_NOTICE),
    onRead: (id) => page.notifications.dismiss(id),
  });
  const status = new StatusWatch(machine, (value) => {
    publisher.publish({ section: 'machine-status', value });
    if (value.status === 'reboot-needed') logs.add('SERVICINGD_REBOOT_NEEDED', '');
    reports.send();
  });
  const remote = new RemoteControl({
    identity,
    desktop,
    log,
    shell: system.shell,
    consent: () => desired.applied?.definition.system.remote.consent ?? 'ask',
    openNotice: (shown) => openNotice(shown, REMOTE_NOTICE),
    onChange: (value) => publisher.publish({ section: 'remote', value }),
  });
  const liveView = new LiveView({
    desktop,
    store,
    log,
    isEnabled: () => desired.applied?.definition.system.remote.live_view ?? false,
    isPrivate: () => logins.login.user === null || !isWarned(desired.applied),
    onChange: (value) => publisher.publish({ section: 'live-view', value }),
  });
  const presses = new ButtonPresses((message) => link.send(message));
  const commands = new Commands({
    store,
    bootId: machine.bootId,
    context: {
      system,
      desktop,
      addMessage: (...message) => page.notifications.add(...message),
      writeLog: (...entry) => logs.add(...entry),
      duringPress: (press, run) => presses.during(press, run),
      setUpdating: (doing) => status.setUpdating(doing),
      onFactoryReset: options.onFactoryReset,
      showHome: async () => {
        // In kiosk mode there is none until now.
        sessions.giveWay();
        await home.setHidden(false);
        await home.raise();
      },
      startRemote: (payload) => {
        if (!cloud) throw new Error('No cloud is configured.');
        return remote.start(payload, cloud.server);
      },
      uploadDebugFile: (path, token) => {
        if (!cloud) throw new Error('No cloud is configured.');
        const facts = {
          id: identity.id,
          version: options.version,
          uptime: machine.uptime(),
          hardware: machine.hardware(),
        };
        const text = debugText(store.state, { ...facts, sessions: sessions.list() }, options.recentLog());
        return uploadDebugFile(new URL(path, cloud.server), token, `${shortId(identity.id)}.txt`, text);
      },
    },
    send: (message, arrived) => link.send(message, arrived),
    onRun: ({ id, command }) => onEvent({ event: 'ran', id, type: command }),
    log,
  });
  const refresh = new Refresh(() => link.reconnect());
  const networkTrial = new NetworkTrial({
    store,
    network: system.network,
    reachesCloud: () => refresh.ask(NETWORK_PROOF_MS),
    hadCloud: () => cloud !== null,
    log,
  });
  const radioRules = new RadioRules(system.network, log);
  const publishConfig = () => {
    const value = machineConfig(identity.id, store.state, releaseChannel(options), system.clock.zone());
    publisher.publish({ section: 'machine-config', value });
  };
  const timeZone = new TimeZone({
    clock: system.clock,
    log,
    onChange: () => {
      publishConfig();
      reports.send();
    },
  });
  const tunnelWatch = new TunnelWatch(system.network, () => Boolean(store.state.network.kept?.tunnel), log);
  const follower = new ProfileFollower({
    sessions,
    home,
    filter,
    networkTrial,
    radioRules,
    timeZone,
    log,
    pings: page.pings,
    keyboard: page.keyboard,
    airplay: page.airplay,
    isUsed: () => logins.login.user !== null,
  });
  const desired = new DesiredState({
    store,
    show: (applied) => {
      publisher.publish({ section: 'profile', value: shownProfile(applied) });
      logins.follow();
      liveView.tell();
      follower.follow(applied, store.state.desired?.machineName ?? '');
    },
    configChanged: () => {
      publishConfig();
      logins.follow();
      void page.calls.configure(phoneAccounts(desired.applied, store.state.desired));
      page.calendar.configure(store.state.desired && calendarSettings(store.state.desired));
    },
    settled: () => {
      const { applied } = desired;
      onEvent({ event: 'applied', profileId: applied?.id ?? null, revision: applied?.revision ?? null });
      reports.send();
    },
    log,
  });
  const follow = () => follower.follow(desired.applied, store.state.desired?.machineName ?? '');
  const logins = buildLogins({
    options,
    system,
    publisher,
    desktop,
    applied: () => desired.applied,
    writeLog: (type, message) => logs.add(type, message),
    onEnter: async () => {
      messageNotice.update();
      follow();
      await restore.begin(desired.applied);
    },
    onAsk: () => home.raise(),
    onLeave: async () => {
      settingsAccess.close();
      messageNotice.update();
      follow();
      // It was their wish; who comes next has one of their own.
      if (!liveView.state.allowed) await liveView.allow(true);
      await endSessions({ sessions, home, applied: desired.applied, desktop: desktop() });
    },
  });
  const settingsAccess = new SettingsAccess({
    rule: () => {
      if (!store.state.desired) return null;
      const { who, pin } = desired.applied?.definition.system.auth.settings_access ?? { who: 'administrators' };
      return { who, pin };
    },
    isUsed: () => logins.login.user !== null,
    administratorWays: () => [
      ...(cloud ? (['product-id'] as const) : []),
      ...(system.localAccounts.available ? (['local'] as const) : []),
    ],
    writeLog: (type, message) => logs.add(type, message),
  });
  const administrators = new Administrators({
    organizationId: () => store.state.desired?.organizationId ?? null,
    cloud: async () => {
      if (!cloud) throw new Error('No cloud is configured.');
      return cloud.config.load();
    },
    onSuccess: (email) => settingsAccess.openFor(email),
  });
  const administratorPasswords = new Passwords({
    check: isLocalAdministrator(system.localAccounts),
    onSuccess: ({ user }) => settingsAccess.openFor(user),
    writeLog: (type, message) => type === 'LOGIN_FAILURE' && logs.add(type, `settings: ${message}`),
  });
  const kioskScreensaver = new KioskScreensaver({
    definition: () => desired.applied?.definition,
    isUsed: () => logins.login.user !== null,
    idleMs: async () => desktop()?.idleMs(),
    show: async () => {
      sessions.giveWay();
      await home.show('screensaver');
    },
    hide: () => follow(),
    onError: (error) => log.warn({ error: String(error) }, 'the screensaver is not shown'),
  });
  const reports = new Reports(
    (): Reported => ({
      appliedProfileId: desired.applied?.id ?? null,
      appliedRevision: desired.applied?.revision ?? null,
      applyError: applyErrorOf(desired.applied),
      status: status.current.status,
      uptime: machine.uptime(),
      agentVersion: options.version,
      timeZone: system.clock.zone(),
      hardware: machine.hardware(),
      ...(certificates.list().length > 0 && { refusedCertificates: [...certificates.list()] }),
    }),
    () => link,
  );
  const enrollment = new Enrollment({
    code: options.enrollmentCode,
    enroll: (code) => enroll(apiBase(options) ?? '', identity, { code, productId: options.productId ?? undefined }),
    onEnrolled: () => link.reconnect(),
    log,
  });
  const link = new Link({
    gateway: async () => {
      if (!cloud) throw new Error('No cloud is configured.');
      return (await cloud.config.load()).gateway;
    },
    connect: cloud?.connect,
    identity,
    reported: () => reports.first(),
    onAuditHead: followAuditHead({
      store,
      show: (heads) => link.send({ type: 'audit-heads', heads: [...heads] }),
      log,
    }),
    onDesired: (next) => {
      refresh.arrived();
      void desired.receive(next);
    },
    onUnregistered: () => {
      void desired.forget();
      void enrollment.tryOnce();
    },
    onCommand: (message) => {
      onEvent({ event: 'command', type: message.command });
      commands.receive(message).catch((error) => log.error({ error: String(error) }, 'command not kept'));
    },
    onPressRefused: (refusal) => presses.refused(refusal),
    onFrameRequest: () => void liveView.capture().then((frame) => link.send({ type: 'picture', ...frame })),
    onState: (state) => {
      onEvent({ event: 'link', state });
      online.cloudChanged();
      if (state === 'online') {
        commands.resend();
        receipts.flush();
        logs.flush();
      } else {
        // Where the gateway is may have changed with whatever ended the connection.
        cloud?.config.forget();
      }
    },
    log,
  });
  return {
    link,
    desired,
    follower,
    refresh,
    commands,
    presses,
    sessions,
    restore,
    filter,
    ...page,
    home,
    online,
    status,
    networkTrial,
    radioRules,
    tunnelWatch,
    timeZone,
    logins,
    settingsAccess,
    administrators,
    messageNotice,
    kioskScreensaver,
    administratorPasswords,
    remote,
    liveView,
    follow,
  };
}
