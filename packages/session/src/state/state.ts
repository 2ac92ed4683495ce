import type { AirplayState } from '@berth/contract/bridge/airplay';
import type { CalendarState } from '@berth/contract/bridge/calendar';
import type { CallsState } from '@berth/contract/bridge/calls';
import type { KeyboardState } from '@berth/contract/bridge/keyboard';
import type { LiveViewState } from '@berth/contract/bridge/live-view';
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
import type { RemoteState } from '@berth/contract/bridge/remote';
import type { MachineContext } from '@berth/contract/profile/machine-settings';

/** Everything the session shows. Each field is replaced whole; equal parts keep their identity. */
export interface SessionState {
  /** Spec chapter 4: lists and sessions. */
  readonly load: 'EMPTY' | 'LOADING' | 'LOADED' | 'ERROR';
  /** Why `load` is ERROR. */
  readonly failure: 'timeout' | 'agent' | null;
  /** Whether the agent's events arrive. What is shown may be old while they do not. */
  readonly linked: boolean;
  readonly profile: ShownProfile;
  readonly config: MachineConfig | null;
  /** What the machine keeps for its user; null where it did not come in time, and where there is no machine. */
  readonly userConfig: UserConfig | null;
  /** The machine's own settings, without secrets; as the one above. */
  readonly context: MachineContext | null;
  readonly online: OnlineStatus;
  /** The profile's own indicators. */
  readonly pings: Pings;
  readonly status: MachineStatusReply;
  readonly sessions: readonly OpenSession[];
  /** Of the room; null where the machine has none. */
  readonly calendar: CalendarState;
  readonly calls: CallsState;
  /** Null until the agent told, and where there is no machine. */
  readonly keyboard: KeyboardState | null;
  readonly airplay: AirplayState;
  readonly notifications: readonly Notification[];
  /** Who uses the machine; null until it is known, and where there is no machine. */
  readonly login: LoginState | null;
  /** Who controls the machine from the console, or asks to. */
  readonly remote: RemoteState;
  /** Null until the agent told, and where there is no machine. */
  readonly liveView: LiveViewState | null;
  /** What a person asked for last and did not get; null once they know. */
  readonly refused: Refused | null;
}

/** A window that could not even be asked for, or a button that did not work. */
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
  load: 'EMPTY',
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
  calls: { enabled: false, accounts: [], call: null, problem: null },
  keyboard: null,
  airplay: { pin: null, name: '', showing: false },
  notifications: [],
  login: null,
  remote: null,
  liveView: null,
  refused: null,
};
