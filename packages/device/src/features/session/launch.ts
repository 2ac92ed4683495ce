import type { Desktop } from '../../system/ports/desktop.ts';
import type { BrowserExtension, BrowserLaunch, Running } from '../../system/ports/programs.ts';
import { SESSION_CLASS_PREFIX } from '../../system/ports/windows.ts';
import { type BrowserSurroundings, webappPolicies, webbrowserPolicies } from './browser-policies.ts';
import type { Entry } from './entries.ts';

/** The user's input for a remote desktop login. Kept in memory while the session exists. */
export interface RdpLogin {
  readonly host?: string | undefined;
  readonly domain?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly reconnect?: boolean | undefined;
}

export interface LaunchSettings extends BrowserSurroundings {
  /** Kiosk mode: the session fills the screen. */
  readonly fullscreen: boolean;
  readonly scale: number;
  readonly darkTheme: boolean;
  readonly highContrast: boolean;
  readonly login: RdpLogin | null;
  /** Called when a remote desktop on this host shows a trusted certificate. */
  readonly onTrusted: (host: string) => void;
  /** Enforces browser rules without a Chromium policy. */
  readonly extension: BrowserExtension | null;
}

/** The window class of an entry's windows. */
export function classOf(entry: Entry): string {
  return `${SESSION_CLASS_PREFIX}-${entry.id}`;
}

/** Starts the program of an entry. */
export function launch(desktop: Desktop, entry: Entry, settings: LaunchSettings): Promise<Running> {
  if (entry.type === 'rdp') return launchRdp(desktop, entry, settings);
  return desktop.openBrowser(browserOf(entry, settings));
}

/** Prepares what the first launch of such an entry would otherwise wait for. */
export async function prepare(desktop: Desktop, entry: Entry, settings: LaunchSettings): Promise<void> {
  if (entry.type !== 'rdp') await desktop.prepareBrowser(browserOf(entry, settings));
}

function browserOf(entry: Exclude<Entry, { type: 'rdp' }>, settings: LaunchSettings): BrowserLaunch {
  const common = {
    folder: entry.id,
    className: classOf(entry),
    url: entry.session.url,
    fullscreen: settings.fullscreen,
    scale: settings.scale,
    darkTheme: settings.darkTheme,
    highContrast: settings.highContrast,
    extension: settings.extension,
  };
  return entry.type === 'webapp'
    ? {
        ...common,
        kind: 'app',
        pinchToZoom: !entry.session.disablePinchToZoom,
        caretBrowsing: false,
        userAgent: null,
        policies: webappPolicies(settings, settings.extension),
      }
    : {
        ...common,
        kind: 'browser',
        pinchToZoom: true,
        caretBrowsing: entry.session.enable_caret_browsing,
        userAgent: entry.session.custom_user_agent || null,
        policies: webbrowserPolicies(entry.session, settings, settings.extension),
      };
}

async function launchRdp(
  desktop: Desktop,
  entry: Extract<Entry, { type: 'rdp' }>,
  settings: LaunchSettings,
): Promise<Running> {
  const { session } = entry;
  const typed = settings.login ?? {};
  const host = pick(session.force_default_host, session.default_host, typed.host);
  const running = await desktop.openRdp({
    className: classOf(entry),
    title: entry.title,
    host,
    domain: pick(session.force_default_logon_domain, session.default_logon_domain, typed.domain),
    user: typed.user || session.default_user,
    password: typed.password ?? '',
    fullscreen: session.fullscreen_enabled || settings.fullscreen,
    multiDisplay: session.multi_display_enabled,
    smartcards: session.smartcards_enabled,
    driveHotplug: session.drive_hotplug_enabled,
    reconnect: session.auto_reconn_enabled && (session.force_auto_reconn_enabled || typed.reconnect !== false),
    trust: { fingerprint: session.certificate_fingerprint, authority: session.certificate_authority },
  });
  if (running.isTrusted) settings.onTrusted(host);
  return running;
}

// A forced default overrides typed input.
function pick(forced: boolean, configured: string, typed: string | undefined): string {
  return forced ? configured : typed || configured;
}
