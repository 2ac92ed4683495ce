import type { CalendarState } from '@berth/contract/bridge/calendar';
import type { CallsState } from '@berth/contract/bridge/calls';
import type { LoginState } from '@berth/contract/bridge/login';
import type {
  MachineConfig,
  MachineStatusReply,
  Notification,
  OnlineStatus,
  OpenSession,
  Pings,
  UserConfig,
} from '@berth/contract/bridge/methods';
import type { ShownProfile } from '@berth/contract/bridge/profile';
import type { AirplayState, LiveViewState, RemoteState } from '@berth/contract/bridge/screen';
import type { AccessibilityState, KeyboardState } from '@berth/contract/bridge/settings';
import type { MachineContext } from '@berth/contract/profile/outside-profile';

/** States of sessions (spec chapter 3). EMPTY: loaded, without a profile. */
export type LoadState = 'EMPTY' | 'LOADING' | 'LOADED' | 'ERROR';

/** Everything the session shows. Fields are replaced as a whole; equal parts keep their identity. */
export interface SessionState {
  /** Load state of everything below; `useLoadState` also says whether there is a profile. */
  readonly load: Exclude<LoadState, 'EMPTY'>;
  /** Why `load` is ERROR. */
  readonly failure: 'timeout' | 'agent' | null;
  /** Whether the agent's events arrive. Otherwise the shown data may be outdated. */
  readonly linked: boolean;
  readonly profile: ShownProfile;
  readonly config: MachineConfig | null;
  /** The machine's user config; null if it did not arrive in time, and without a machine. */
  readonly userConfig: UserConfig | null;
  /** The machine's own settings, without secrets; null likewise. */
  readonly context: MachineContext | null;
  readonly online: OnlineStatus;
  /** The profile's custom indicators. */
  readonly pings: Pings;
  readonly status: MachineStatusReply;
  readonly sessions: readonly OpenSession[];
  /** The room's calendar; null if the machine has none. */
  readonly calendar: CalendarState;
  readonly calls: CallsState;
  /** Null until received from the agent, and without a machine. */
  readonly keyboard: KeyboardState | null;
  /** Null likewise. */
  readonly accessibility: AccessibilityState | null;
  readonly airplay: AirplayState;
  readonly notifications: readonly Notification[];
  /** The current user; null while unknown, and without a machine. */
  readonly login: LoginState | null;
  /** Current or requested remote control from the console. */
  readonly remote: RemoteState;
  /** Null until received from the agent, and without a machine. */
  readonly liveView: LiveViewState | null;
  /** The user's last failed action; null once dismissed. */
  readonly refused: Refused | null;
}

/** A window that could not be requested, or a button that failed. */
export interface Refused {
  readonly of: 'session' | 'button';
  readonly title: string;
  /** The rest of a key of the locale files. */
  readonly failure: string;
}

export const UNKNOWN_STATUS: OnlineStatus = {
  network: 'unknown',
  internet: 'unknown',
  dns: 'unknown',
  cloud: 'unknown',
};

export const INITIAL_STATE: SessionState = {
  load: 'LOADING',
  failure: null,
  linked: false,
  profile: null,
  config: null,
  userConfig: null,
  context: null,
  online: UNKNOWN_STATUS,
  pings: [],
  status: { status: 'normal', message: '' },
  sessions: [],
  calendar: null,
  calls: { enabled: false, accounts: [], call: null, error: null },
  keyboard: null,
  accessibility: null,
  airplay: { pin: null, name: '', showing: false },
  notifications: [],
  login: null,
  remote: null,
  liveView: null,
  refused: null,
};
