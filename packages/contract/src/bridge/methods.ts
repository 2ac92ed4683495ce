import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { ProductCode } from '../api/product-ids.ts';
import { RefusedCertificate } from '../device/certificate.ts';
import { MachineStatus } from '../device/messages.ts';
import { MachineIdSchema, OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS } from '../limits.ts';
import { PATTERNS } from '../profile/patterns.ts';
import { SESSION_TYPES } from '../profile/sessions.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { CALENDAR_METHODS, CalendarState } from './calendar.ts';
import { CALLS_METHODS, CallsState } from './calls.ts';
import { INSTALLER_METHODS } from './installer.ts';
import { LOGIN_METHODS, LoginState } from './login.ts';
import { NETWORK_METHODS } from './network.ts';
import { ShownContext, ShownProfile } from './profile.ts';
import {
  AIRPLAY_METHODS,
  AirplayState,
  LIVE_VIEW_METHODS,
  LiveViewState,
  MIRROR_METHODS,
  REMOTE_METHODS,
  RemoteState,
} from './screen.ts';
import {
  ACCESSIBILITY_METHODS,
  AccessibilityState,
  AUDIO_METHODS,
  DISPLAY_METHODS,
  KEYBOARD_METHODS,
  KeyboardState,
  LOCALE_HINT_METHODS,
  SETTINGS_METHODS,
  TIME_ZONE_METHODS,
} from './settings.ts';
import { WHITEBOARD_METHODS } from './whiteboard.ts';

/**
 * Calls of the session's page to the agent on the same machine (spec chapter 7, local bridge).
 * POST /bridge/{method} with a JSON body; the reply is {result} or the standard error format. Every request carries the
 * page's token; Origin and Host must be the bridge's own.
 */
export const BRIDGE_PATH = '/bridge';
export const BRIDGE_EVENTS_PATH = '/bridge/events';
/** Request header, and name of the page's <meta> element that holds the token. */
export const BRIDGE_TOKEN_HEADER = 'x-berth-page-token';
export const BRIDGE_TOKEN_META = 'berth-page-token';
/** ID of the page's element with the replies to its first calls: JSON, by method. It makes the calls that have none. */
export const FIRST_REPLIES_ID = 'berth-first-replies';
/** The WebSocket for events carries the token as its second subprotocol: browsers cannot set a header there. */
export const BRIDGE_SUBPROTOCOL = 'berth-bridge';

const NullableString = Type.Union([Type.String(), Type.Null()]);

/** Spec chapter 3, machine config. */
export const MachineConfig = closed({
  machine_id: MachineIdSchema,
  firstboot: Type.Boolean(),
  testflight: Type.Boolean(),
  deployment: Type.Enum([...DEPLOYMENTS]),
  current_profile_id: Type.Union([ProfileIdSchema, Type.Null()]),
  organization_id: Type.Union([OrganizationIdSchema, Type.Null()]),
  /** Beyond the spec: for the status bar and the wizard. */
  organization_name: NullableString,
  machine_name: NullableString,
  /** IANA name of the machine's time zone. */
  time_zone: Type.String(),
  /**
   * The machine has an enrollment code from its image: `pending` while it registers itself, `refused` if the cloud did not
   * accept the code. Null without one, and once registered.
   */
  enrolling: Type.Union([Type.Enum(['pending', 'refused']), Type.Null()]),
});
export type MachineConfig = Type.Static<typeof MachineConfig>;

export const UserConfig = closed({
  last_machine_id: Type.Union([MachineIdSchema, Type.Null()]),
  testflight: Type.Boolean(),
});
export type UserConfig = Type.Static<typeof UserConfig>;

export const Health = Type.Enum(['ok', 'error', 'unknown']);
export const OnlineStatus = closed({
  network: Health,
  internet: Health,
  dns: Health,
  cloud: Health,
  /** Whether the machine's clock agrees with the internet's; omitted while no answer has told the time. */
  clock: Type.Optional(Health),
});
export type OnlineStatus = Type.Static<typeof OnlineStatus>;

/** Hosts that the profile monitors (spec chapter 3, custom_ping_indicators), in its order. */
export const Pings = Type.Array(closed({ name: Type.String(), health: Health }));
export type Pings = Type.Static<typeof Pings>;

export const MachineStatusReply = closed({
  status: MachineStatus,
  message: Type.String(),
});
export type MachineStatusReply = Type.Static<typeof MachineStatusReply>;

export const SESSION_FAILURES = [
  'not-installed',
  'crashed',
  'connection-failed',
  'host-unknown',
  'login-failed',
  'password-expired',
  'account-locked',
  'access-denied',
  'certificate-refused',
] as const;

/** Why a dashboard button's action failed. */
export const BUTTON_FAILURES = ['own-network', 'no-response', 'error-response', 'command-failed'] as const;
export type ButtonFailure = (typeof BUTTON_FAILURES)[number];

/** One open window of a session. */
export const OpenSession = closed({
  id: Type.String(),
  session_type: Type.Enum([...SESSION_TYPES]),
  /** Position in the definition's list of that type, as in autostart and kiosk. */
  session_index: Type.Integer({ minimum: 0 }),
  /** Set for a session of an app, which is not in the definition's lists. */
  app_instance: NullableString,
  title: Type.String(),
  state: Type.Enum(['starting', 'open', 'failed']),
  /** Why it failed. Text key: `session.failure.<failure>`. */
  failure: Type.Union([Type.Enum([...SESSION_FAILURES]), Type.Null()]),
  /** For `certificate-refused`: the certificate. */
  certificate: Type.Optional(RefusedCertificate),
});
export type OpenSession = Type.Static<typeof OpenSession>;

export const Notification = closed({
  id: Type.String(),
  message: Type.String(),
  /** Covers every screen. */
  emergency: Type.Boolean(),
  receivedAt: Type.String({ format: 'date-time' }),
});
export type Notification = Type.Static<typeof Notification>;

const WizardMemory = Type.Union([
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
  Type.Null(),
]);

export interface BridgeMethod<Input extends Type.TSchema = Type.TSchema, Output extends Type.TSchema = Type.TSchema> {
  readonly input: Input;
  readonly output: Output;
  /** Bytes; set if BODY_BYTES_MAX is too small. */
  readonly bodyBytesMax?: number;
}
function method<Input extends Type.TSchema, Output extends Type.TSchema>(
  input: Input,
  output: Output,
): BridgeMethod<Input, Output> {
  return { input, output };
}

export const BRIDGE = {
  load_profile: method(Nothing, ShownProfile),
  load_machine_config: method(Nothing, MachineConfig),
  load_user_config: method(Nothing, UserConfig),
  load_machine_context: method(Nothing, ShownContext),
  get_machine_id: method(Nothing, MachineIdSchema),
  get_release_channel: method(Nothing, Type.String()),
  /** The service for error reports (a DSN), and the reported version; null if there is none. */
  get_error_reporting: method(
    Nothing,
    Type.Union([closed({ dsn: Type.String(), version: Type.String() }), Type.Null()]),
  ),
  /** Absolute base URL of the cloud's API; null until configured. */
  get_api_base: method(Nothing, NullableString),
  get_online_status: method(Nothing, OnlineStatus),
  get_machine_status: method(Nothing, MachineStatusReply),
  open_terminal: method(Nothing, Empty),
  /** The machine's ID, and a new token over a nonce that the agent fetches from the cloud. */
  get_machine_id_and_token: method(Nothing, closed({ id: MachineIdSchema, machineToken: Type.String() })),
  /** The state of the first-boot wizard as last stored by the page; null once the machine is set up. */
  load_wizard: method(Nothing, WizardMemory),
  /** Stored before it replies, so that a power cut does not restart the wizard. */
  save_wizard: method(closed({ entered: WizardMemory }), Empty),
  /** Registers the machine with an enrollment code; replies once the cloud has accepted it. */
  enroll: method(
    closed({
      code: Type.String({ minLength: 8, maxLength: 64 }),
      name: Type.Optional(Type.String(DISPLAY_NAME)),
      productId: Type.Optional(ProductCode),
    }),
    Empty,
  ),
  /** Fetches the desired state again now: after registering, and on request of the user. */
  apply_profile: method(Nothing, Empty),
  /** Announces that the page navigates to the provider's login pages, which do not listen to the agent. */
  leave_page: method(Nothing, Empty),
  factory_reset: method(closed({ confirm: Type.Literal(true) }), Empty),
  reboot: method(Nothing, Empty),
  power_off: method(Nothing, Empty),
  list_sessions: method(Nothing, Type.Array(OpenSession)),
  /** Opens the session, or raises its window. */
  open_session: method(
    closed({
      session_type: Type.Enum([...SESSION_TYPES]),
      session_index: Type.Integer({ minimum: 0 }),
      app_instance: Type.Optional(NullableString),
      /** The typed credentials of a remote desktop; the agent keeps them while the session is open. */
      login: Type.Optional(
        closed({
          host: Type.Optional(Type.String({ maxLength: 260, pattern: PATTERNS['host-or-nothing'] })),
          domain: Type.Optional(Type.String({ maxLength: 256, pattern: PATTERNS['one-line'] })),
          user: Type.Optional(Type.String({ maxLength: 256, pattern: PATTERNS['one-line'] })),
          password: Type.Optional(Type.String({ maxLength: 256, pattern: PATTERNS['one-line'] })),
          /** Whether to reconnect after a lost connection. */
          reconnect: Type.Optional(Type.Boolean()),
        }),
      ),
    }),
    OpenSession,
  ),
  raise_session: method(closed({ id: Type.String() }), Empty),
  close_session: method(closed({ id: Type.String() }), Empty),
  /** Raises the home screen. */
  show_home: method(Nothing, Empty),
  /**
   * Runs the action of a dashboard button: `layout` is the layout's index, `item` the widget's ID in it. The agent takes
   * the action from its current profile, so that a page cannot request another one.
   */
  press_button: method(
    closed({ layout: Type.Integer({ minimum: 0 }), item: Type.String({ maxLength: 64 }) }),
    /** Text key: `session.button.failure.<failure>`. */
    closed({ failure: Type.Union([Type.Enum([...BUTTON_FAILURES]), Type.Null()]) }),
  ),
  /** Milliseconds since the last input in any window; for the screensaver. */
  get_idle_time: method(Nothing, Type.Integer({ minimum: 0 })),
  ...NETWORK_METHODS,
  ...REMOTE_METHODS,
  ...LIVE_VIEW_METHODS,
  ...WHITEBOARD_METHODS,
  ...LOGIN_METHODS,
  ...SETTINGS_METHODS,
  ...TIME_ZONE_METHODS,
  ...DISPLAY_METHODS,
  ...LOCALE_HINT_METHODS,
  ...INSTALLER_METHODS,
  ...CALENDAR_METHODS,
  ...CALLS_METHODS,
  ...AUDIO_METHODS,
  ...KEYBOARD_METHODS,
  ...ACCESSIBILITY_METHODS,
  ...AIRPLAY_METHODS,
  ...MIRROR_METHODS,
  dismiss_notification: method(closed({ id: Type.String() }), Empty),
} as const satisfies Record<string, BridgeMethod>;

export type BridgeMethodName = keyof typeof BRIDGE;
export type BridgeInput<Name extends BridgeMethodName> = Type.Static<(typeof BRIDGE)[Name]['input']>;
export type BridgeOutput<Name extends BridgeMethodName> = Type.Static<(typeof BRIDGE)[Name]['output']>;

/** Pushed to the page: each message is the complete new value of one section, so that a lost one is harmless. */
export const BridgeEvent = Type.Union([
  closed({ section: Type.Literal('profile'), value: ShownProfile }),
  closed({ section: Type.Literal('machine-config'), value: MachineConfig }),
  closed({ section: Type.Literal('online-status'), value: OnlineStatus }),
  closed({ section: Type.Literal('pings'), value: Pings }),
  closed({ section: Type.Literal('machine-status'), value: MachineStatusReply }),
  closed({ section: Type.Literal('sessions'), value: Type.Array(OpenSession) }),
  closed({ section: Type.Literal('calendar'), value: CalendarState }),
  closed({ section: Type.Literal('calls'), value: CallsState }),
  closed({ section: Type.Literal('airplay'), value: AirplayState }),
  closed({ section: Type.Literal('keyboard'), value: KeyboardState }),
  closed({ section: Type.Literal('accessibility'), value: AccessibilityState }),
  closed({ section: Type.Literal('notifications'), value: Type.Array(Notification) }),
  closed({ section: Type.Literal('login'), value: LoginState }),
  closed({ section: Type.Literal('remote'), value: RemoteState }),
  closed({ section: Type.Literal('live-view'), value: LiveViewState }),
]);
export type BridgeEvent = Type.Static<typeof BridgeEvent>;
