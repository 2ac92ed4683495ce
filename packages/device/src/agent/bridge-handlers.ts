import { API_BASE_PATH } from '@berth/contract/api/endpoint';
import { challengeMachine } from '@berth/contract/api/machines';
import { SESSION_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import type { BridgeHandlers } from '../bridge/calls.ts';
import { BridgeProblem } from '../bridge/problem.ts';
import { machineConfig, userConfig } from '../features/machine/config.ts';
import { shownProfile } from '../features/profile/shown.ts';
import { machineToken } from '../link/token.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { System } from '../system/ports.ts';
import { pressButton } from './buttons.ts';
import type { AgentOptions } from './options.ts';
import type { Parts } from './parts.ts';

export interface HandlerContext {
  readonly options: AgentOptions;
  readonly system: System;
  readonly parts: Parts;
  readonly desktop: () => Desktop | null;
}

/** Until the cloud said otherwise. */
const RELEASE_CHANNEL_DEFAULT = 'release';

/** What the session's page may ask of this machine (contract bridge/methods). */
export function bridgeHandlers(context: HandlerContext): BridgeHandlers {
  const { options, parts } = context;
  const { power, network, shell } = context.system;
  const { desired } = parts;
  const { identity, store } = options;
  const channel = () => releaseChannel(options);
  return {
    load_profile: () => shownProfile(desired.applied),
    load_machine_config: () => machineConfig(identity.id, store.state, channel()),
    load_user_config: () => userConfig(identity.id, channel()),
    load_machine_context: () => store.state.desired?.context ?? {},
    get_machine_id: () => identity.id,
    get_release_channel: channel,
    get_api_base: () => apiBase(options),
    get_online_status: () => parts.online.status(),
    get_machine_status: () => parts.status.look(),
    open_terminal: () => openTerminal(context),
    get_machine_id_and_token: async () => ({ id: identity.id, machineToken: await freshToken(options) }),
    apply_profile: async () => {
      await parts.refresh.ask(SESSION_LOAD_TIMEOUT_MS);
      return null;
    },
    factory_reset: () => {
      options.onFactoryReset();
      return null;
    },
    reboot: async () => {
      await power.reboot();
      return null;
    },
    power_off: async () => {
      await power.powerOff();
      return null;
    },
    list_sessions: () => parts.sessions.list(),
    open_session: async ({ login, ...reference }) => {
      const session = await parts.sessions.open(reference, login ?? null);
      if (!session) throw new BridgeProblem('not-found', 'The profile has no such session.');
      return session;
    },
    raise_session: async ({ id }) => orNotFound(await parts.sessions.raise(id)),
    close_session: async ({ id }) => orNotFound(await parts.sessions.close(id)),
    show_home: async () => {
      await parts.home.raise();
      return null;
    },
    press_button: async (place) => {
      const { allowPrivateWebhooks } = options;
      await pressButton(desired.applied?.definition, place, { power, shell, allowPrivateWebhooks });
      return null;
    },
    get_idle_time: async () => Math.round((await context.desktop()?.idleMs()) ?? 0),
    get_network: async () => ({ ...(await network.state()), trialSecondsLeft: parts.networkTrial.secondsLeft }),
    scan_wifi: () => network.scan(),
    connect_wifi: async (wifi) => {
      await network.connectWifi(wifi);
      return null;
    },
    configure_wired: async (wired) => {
      await network.configureWired(wired);
      return null;
    },
    dismiss_notification: ({ id }) => {
      parts.notifications.dismiss(id);
      return null;
    },
  };
}

/** What the cloud says it is (spec chapter 7, release channel). */
export function releaseChannel({ cloud }: AgentOptions): string {
  return cloud?.config.known?.releaseChannel ?? RELEASE_CHANNEL_DEFAULT;
}

/** Absolute address of the cloud's API; null without a cloud. */
function apiBase({ cloud }: AgentOptions): string | null {
  if (!cloud) return null;
  return cloud.config.known?.apiBase ?? new URL(API_BASE_PATH, cloud.server).href;
}

/** A machine token over a nonce that the cloud gives for it now. */
async function freshToken(options: AgentOptions): Promise<string> {
  const base = apiBase(options);
  if (base === null) throw new BridgeProblem('unavailable', 'No cloud is configured on this machine.');
  const path = challengeMachine.path.replace('{id}', options.identity.id);
  const reply = await fetch(base + path, {
    method: challengeMachine.method,
    signal: AbortSignal.timeout(SESSION_LOAD_TIMEOUT_MS),
  }).catch(() => null);
  if (!reply?.ok) throw new BridgeProblem('unavailable', 'The cloud does not answer.');
  const { nonce } = (await reply.json()) as { nonce?: unknown };
  if (typeof nonce !== 'string') throw new BridgeProblem('unavailable', 'The cloud gave no nonce.');
  return machineToken(options.identity, nonce);
}

async function openTerminal({ desktop }: HandlerContext): Promise<null> {
  await desktop()?.openTerminal();
  return null;
}

function orNotFound(found: boolean): null {
  if (!found) throw new BridgeProblem('not-found', 'That session is not open.');
  return null;
}
