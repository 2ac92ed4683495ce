/** The constants of spec chapter 9. Durations have their unit in the name. */

export const INACTIVITY_LOGOUT_MS = 36e5;
export const REGISTRATION_TIMEOUT_MS = 45_000;
/** From here on a machine's clock is wrong: certificates and logins fail. */
export const CLOCK_WRONG_MS = 600_000;
export const SESSION_LOAD_TIMEOUT_MS = 10_000;
/** Machine config, user config and machine context. */
export const CONFIG_LOAD_TIMEOUT_MS = 3_000;
export const DEVICE_LOGIN_TIMEOUT_MS = 7_500;
export const MACHINE_STATUS_POLL_MS = 1_000;
/** Interval at which the page of an open profile reports itself. */
export const EDITOR_REPORT_MS = 3_000;
/** A page that stopped reporting without leaving, as in a power cut, is forgotten; hidden ones report every minute. */
export const EDITOR_LOST_MS = 90_000;
export const ONLINE_STATUS_POLL_MS = 2_500;
export const TOKEN_WAIT_STEP_MS = 50;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

export const PEER_PING_MS = 1_000;
export const PEER_DEAD_MS = 5_000;
export const MIRROR_CHANNEL_FIRST = 0;
export const MIRROR_CHANNEL_LAST = 8;
export const MIRROR_PROTOCOL_VERSION = 3;
export const RECONNECT_WAIT_MS = 2_000;
export const SNACKBAR_MS = 2_000;
export const AUTH_TOKEN_LEEWAY_S = 5;

export const MACHINE_SHORT_ID_LENGTH = 6;
/** The tiers that an organization's members choose; the operator sets the others. */
export const OPEN_TIERS = ['free', 'pro'] as const;
export type OpenTier = (typeof OPEN_TIERS)[number];
export const MGMT_TIERS = [...OPEN_TIERS, 'business', 'enterprise'] as const;
export type MgmtTier = (typeof MGMT_TIERS)[number];
/** Numbers of the tiers that the spec numbers. */
export const MGMT_TIER_NUMBER = { free: 1, pro: 2 } as const satisfies Record<OpenTier, number>;
export const ERROR_REPORTING_TRACE_SAMPLE_RATE = 1;

export const LOG_ENTRIES_SHOWN = 15;
export const LOG_MAX_AGE_DAYS = 30;
export const MACHINE_LIST_MAX_AGE_DAYS = 30;
export const CREDIT_PERIOD_DAYS = 30;
export const CREDITED_WITHIN_MINUTES = 15;
export const WIFI_ADVANCED_TIMEOUT_MS = 60_000;
export const FIRST_BOOT_TARGET_MS = 300_000;

/** Default of a server setting, in credits per machine and 30 days; the spec allows 2 or 3. */
export const PRO_CREDITS_DEFAULT = 3;

/** Key chords of spec chapter 2. */
export const DEBUG_DIALOG_PRESSES = { key: 'u', times: 3, withinMs: 1_000 } as const;
export const TERMINAL_PRESSES = { key: 'k', times: 5, withinMs: 2_000 } as const;

/** Defaults and ranges of the profile definition (spec chapters 5 and 9). */
export const AUTO_LOGIN_TIMEOUT_S_DEFAULT = 10;
export const LOCAL_SESSION_TIMEOUT_MIN = { min: 30, max: 720, default: 360 } as const;
export const MIRROR_AUTO_ACCEPT_MIN = { min: 1, max: 120, default: 5 } as const;
export const WIFI_SSID_MAX = 32;
export const WIFI_PASSWORD_MIN = 8;
export const SCREENSAVER_SHOW_AFTER_S = { min: 15, default: 1800 } as const;
export const SCREENSAVER_DURATION_S_DEFAULT = 4;
export const DASHBOARD_HEIGHT_DEFAULT = 25;
/** Columns of a dashboard layout's grid. */
export const DASHBOARD_COLUMNS = 12;
export const DASHBOARD_AUTOPLAY_S_DEFAULT = 10;
export const UI_SCALING = { min: 1, max: 4, default: 1 } as const;
export const TEXT_SCALING = { min: 0, max: 5, default: 1 } as const;
export const COLOR_PRIMARY_DEFAULT = '#595959';
export const COLOR_SECONDARY_DEFAULT = '#990017';
export const ICON_COLOR_DEFAULT = '#FFFFFF';
export const ICON_BACKGROUND_DEFAULT = '#171799';
export const PROFILE_NAME_DEFAULT = 'Unnamed Profile 1';
export const DEPLOYMENT_DEFAULT = 'vanilla';
export const LOCALE_DEFAULT = 'deu_DE';

/** The variants that members choose. */
export const OPEN_DEPLOYMENTS = ['vanilla', 'flex'] as const;
/** Smart-series machines carry a perpetual license (spec chapter 1), which their product ID proves. */
export const LICENSED_DEPLOYMENTS = ['smartconference', 'smartsignage', 'smartworkspace'] as const;
export const DEPLOYMENTS = [...OPEN_DEPLOYMENTS, ...LICENSED_DEPLOYMENTS] as const;
export type Deployment = (typeof DEPLOYMENTS)[number];
export type OpenDeployment = (typeof OPEN_DEPLOYMENTS)[number];
export type LicensedDeployment = (typeof LICENSED_DEPLOYMENTS)[number];

export function isLicensed(deployment: Deployment): deployment is LicensedDeployment {
  return LICENSED_DEPLOYMENTS.some((each) => each === deployment);
}

/** Beyond spec chapter 9: our own limits, so that nothing grows without bound. */
export const PROFILE_BYTES_MAX = 8 * 1024 * 1024;
export const PROFILES_MAX = 2_000;
/** Calls made together in one transaction, and their size. */
export const CHANGES_MAX = 1_000;
export const CHANGES_BYTES_MAX = 16 * 1024 * 1024;
/**
 * Layers of an organization: of itself and of tags together; what these set and lock together; and all in bytes, because
 * each change is checked together with all others.
 */
export const LAYERS_MAX = { shared: 100, settings: 10_000, bytes: 32 * 1024 * 1024 } as const;
/** Usable enrollment codes of an organization. */
export const ENROLLMENT_CODES_MAX = 1_000;
export const BODY_BYTES_MAX = 64 * 1024;
/** How long a machine shows that something failed: long enough to read, without being dismissed. */
export const FAILURE_SHOWN_MS = 15_000;
/** The same for an untrusted certificate, which users read out to an administrator. */
export const CERTIFICATE_SHOWN_MS = 180_000;
/** A whiteboard with its images. */
export const BOARD_BYTES_MAX = 8 * 1024 * 1024;
/** Changes of a whiteboard between two saves; more requires a full save. */
export const BOARD_CHANGE_BYTES_MAX = 256 * 1024;
/** All changes since a whiteboard's last full save. */
export const BOARD_CHANGES_BYTES_MAX = 1024 * 1024;
export const BOARDS_MAX = 200;
export const GATEWAY_FRAME_BYTES_MAX = 64 * 1024;
/** Maximum pixels of an image: per side, and in total (4,096 by 4,096). A browser needs 4 bytes for each. */
export const PICTURE_SIDE_MAX = 8_192;
export const PICTURE_MEGAPIXELS_MAX = 17;
/** A live view of a machine's screen (JPEG, base64): fits into a message of the gateway. */
export const FRAME_CHARS_MAX = 48 * 1024;
/** How long commands that ended, and the runs of schedules, are kept. The audit log keeps who sent what. */
export const COMMAND_MAX_AGE_DAYS = 90;
/** How long rollouts that ended are kept, with what became of each machine. */
export const ROLLOUT_MAX_AGE_DAYS = 365;
export const COMMAND_EXPIRY_MS = 600_000;
/** Time limit for an online machine to accept a command that must not run late; a slower one has lost its connection. */
export const PROMPT_EXPIRY_MS = 30_000;
export const DEBUG_FILE_BYTES_MAX = 50 * 1024 * 1024;
export const DEBUG_FILES_KEPT = 10;
export const DEBUG_FILE_MAX_AGE_DAYS = 30;
export const MACHINE_NONCE_TTL_MS = 120_000;
export const LIST_LIMIT_MAX = 1_000;
export const LIST_LIMIT_DEFAULT = 100;

/** Maximum length of a time zone's name. */
export const TIME_ZONE_MAX = 64;
/** Monitors of one machine that a profile can name. */
export const MONITORS_MAX = 8;
