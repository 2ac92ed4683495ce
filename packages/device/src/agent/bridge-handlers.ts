import { SESSION_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import { isTimeZone } from '@berth/contract/rules/time-zones';
import { BridgeError, type BridgeHandlers } from '../bridge/calls.ts';
import { shownContext, userConfig } from '../features/machine/config.ts';
import { type AppliedProfile, shownProfile } from '../features/profile/applied-profile.ts';
import { CloudError, type EnrollmentInput, enroll, freshToken } from '../link/registration.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { System } from '../system/ports.ts';
import { loginHandlers, requireSettings, settingsHandlers } from './access-handlers.ts';
import {
  calendarHandlers,
  callHandlers,
  mirrorHandlers,
  peripheralHandlers,
  whiteboardHandlers,
} from './app-handlers.ts';
import { pressButton } from './buttons.ts';
import { apiBase, errorReportingDsn, releaseChannel } from './cloud.ts';
import { installerHandlers } from './installer-handlers.ts';
import type { AgentOptions } from './options.ts';
import type { Parts } from './parts.ts';

export interface HandlerContext {
  readonly options: AgentOptions;
  readonly system: System;
  readonly parts: Parts;
  readonly desktop: () => Desktop | null;
}

/** Handlers of the session page's calls (contract bridge/methods). */
export function bridgeHandlers(context: HandlerContext): BridgeHandlers {
  const { options, parts } = context;
  const { power, network, machine } = context.system;
  const { desired } = parts;
  const { identity, store } = options;
  const channel = () => releaseChannel(options);
  return {
    load_profile: () => shownProfile(desired.applied),
    load_machine_config: () => parts.config(),
    load_user_config: () => userConfig(identity.id, channel()),
    load_machine_context: () => shownContext(store.state.desired),
    get_machine_id: () => identity.id,
    get_release_channel: channel,
    get_error_reporting: () => {
      const dsn = errorReportingDsn(options);
      return dsn === null ? null : { dsn, version: options.version };
    },
    get_api_base: () => apiBase(options),
    get_online_status: () => parts.online.status(),
    get_machine_status: () => parts.status.check(),
    open_terminal: () => context.desktop()?.openTerminal(),
    get_machine_id_and_token: async () => ({ id: identity.id, machineToken: await tokenFromCloud(options) }),
    load_wizard: () => store.state.wizard,
    save_wizard: ({ entered }) => store.update((state) => ({ ...state, wizard: entered })),
    enroll: (input) => enrollByHand(options, input),
    apply_profile: () => parts.refresh.ask(SESSION_LOAD_TIMEOUT_MS),
    leave_page: () => parts.home.page.leaves(),
    factory_reset: () => {
      requireSettings(parts);
      options.onFactoryReset();
    },
    reboot: () => power.reboot(),
    power_off: () => power.powerOff(),
    list_sessions: () => parts.sessions.list(),
    open_session: async ({ login, ...reference }) => {
      requireLogin(parts);
      const session = await parts.sessions.open(reference, login ?? null);
      if (!session) throw new BridgeError('not-found', 'The profile has no such session.');
      return session;
    },
    raise_session: async ({ id }) => {
      requireLogin(parts);
      return orNotFound(await parts.sessions.raise(id));
    },
    close_session: async ({ id }) => orNotFound(await parts.sessions.close(id)),
    show_home: () => parts.home.raise(),
    press_button: async (place) => {
      requireLogin(parts);
      const { allowPrivateWebhooks, log } = options;
      const askCloud = ({ id, revision, digest }: AppliedProfile) =>
        parts.presses.press({ ...place, profileId: id, revision, ...(digest && { digest }) });
      return { failure: await pressButton(desired.applied, place, { power, allowPrivateWebhooks, askCloud, log }) };
    },
    ...loginHandlers(parts.logins),
    ...settingsHandlers(parts, context.system.localAccounts),
    get_idle_time: async () => Math.round((await context.desktop()?.idleMs()) ?? 0),
    get_network: async () => ({ ...(await network.state()), trialSecondsLeft: parts.networkTrial.secondsLeft }),
    scan_wifi: () => network.scan(),
    connect_wifi: async (wifi) => {
      requireSettings(parts);
      await network.connectWifi(wifi);
    },
    configure_wired: async (wired) => {
      requireSettings(parts);
      await network.configureWired(wired);
    },
    get_locale_hints: () => machine.localeHints(),
    get_time_zone: () => parts.timeZone.state(),
    set_time_zone: async ({ zone }) => {
      requireSettings(parts);
      if (parts.timeZone.state().fixed) throw new BridgeError('forbidden', 'The profile sets the time zone.');
      if (!isTimeZone(zone)) throw new BridgeError('invalid-input', `There is no time zone ${zone}.`);
      await parts.timeZone.choose(zone);
    },
    get_displays: () => parts.displays.state(),
    change_displays: async (change) => {
      requireSettings(parts);
      if (parts.displays.isFixed) throw new BridgeError('forbidden', 'The profile sets the monitors.');
      await parts.displays.change(change);
      return parts.displays.state();
    },
    ...installerHandlers(parts.installer),
    ...calendarHandlers(parts.calendar, () => requireLogin(parts)),
    ...callHandlers(parts.calls, store),
    ...peripheralHandlers(context.system.audio, parts.keyboard, parts.airplay),
    ...mirrorHandlers(store, context.system.machine.bootId),
    ...whiteboardHandlers({
      folder: options.boardsFolder,
      isOn: () => desired.applied?.definition.thinhoc.apps.enabled.includes('thinhoc::whiteboard') ?? false,
      log: options.log,
    }),
    change_accessibility: (change) => parts.accessibility.change(change),
    answer_remote: ({ accept }) => parts.remote.answer(accept),
    end_remote: () => parts.remote.end(),
    allow_live_view: ({ allowed }) => parts.liveView.allow(allowed),
    speak_language: async ({ tag: language }) => {
      if (language !== store.state.language) await store.update((state) => ({ ...state, language }));
      await parts.accessibility.speak();
    },
    dismiss_notification: ({ id }) => {
      parts.notifications.dismiss(id);
      const isOver = parts.notifications.list().every(({ emergency }) => !emergency);
      if (isOver) parts.follow();
    },
  };
}

// The greeter is a page like any other: the agent checks its rights.
function requireLogin({ logins }: Parts): void {
  if (logins.login.user === null) throw new BridgeError('forbidden', 'No one is logged in.');
}

async function enrollByHand(options: AgentOptions, input: EnrollmentInput): Promise<void> {
  const base = apiBase(options);
  if (base === null) throw new BridgeError('unavailable', 'No cloud is configured on this machine.');
  await enroll(base, options.identity, input).catch((error: unknown) => {
    if (error instanceof CloudError) throw new BridgeError(error.code, error.message);
    throw new BridgeError('unavailable', error instanceof Error ? error.message : String(error));
  });
}

async function tokenFromCloud(options: AgentOptions): Promise<string> {
  const base = apiBase(options);
  if (base === null) throw new BridgeError('unavailable', 'No cloud is configured on this machine.');
  return freshToken(base, options.identity).catch((error: unknown) => {
    throw new BridgeError('unavailable', error instanceof Error ? error.message : String(error));
  });
}

function orNotFound(found: boolean): void {
  if (!found) throw new BridgeError('not-found', 'That session is not open.');
}
