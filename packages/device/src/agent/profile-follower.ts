import { kioskReference } from '@berth/contract/profile/entries';
import type { Airplay } from '../features/airplay/airplay.ts';
import type { ContentFilter } from '../features/content-filter/content-filter.ts';
import type { Displays } from '../features/displays/displays.ts';
import type { Home } from '../features/home/home.ts';
import type { Keyboard } from '../features/keyboard/keyboard.ts';
import type { WantedVersion } from '../features/machine/wanted-version.ts';
import { networkPlan } from '../features/network/plan.ts';
import type { RadioRules } from '../features/network/radio-rules.ts';
import type { NetworkTrial } from '../features/network/trial.ts';
import type { Pings } from '../features/pings/pings.ts';
import type { AppliedProfile } from '../features/profile/applied-profile.ts';
import { type Entry, entriesOf } from '../features/session/entries.ts';
import type { SessionSettings, Sessions } from '../features/session/sessions.ts';
import type { TimeZone } from '../features/time-zone/time-zone.ts';
import type { Log } from '../system/log.ts';
import type { BrowserExtension } from '../system/ports/programs.ts';

export interface ProfileFollowerOptions {
  readonly sessions: Sessions;
  readonly home: Home;
  readonly networkTrial: NetworkTrial;
  readonly radioRules: RadioRules;
  readonly timeZone: TimeZone;
  readonly wantedVersion: WantedVersion;
  readonly pings: Pings;
  readonly keyboard: Keyboard;
  readonly airplay: Airplay;
  readonly displays: Displays;
  /** Whether a user is logged in: without one, no session opens automatically. */
  readonly isUsed: () => boolean;
  readonly log: Log;
}

/** Applies a profile to the machine's parts. */
export class ProfileFollower {
  readonly #options: ProfileFollowerOptions;

  constructor(options: ProfileFollowerOptions) {
    this.#options = options;
  }

  /** Null: no profile. The network stays unchanged so that the machine can still receive another profile. */
  follow(applied: AppliedProfile | null, machineName: string): void {
    const { sessions, home, networkTrial, radioRules, timeZone, pings, keyboard, airplay } = this.#options;
    const { displays, wantedVersion, isUsed, log } = this.#options;
    pings.follow(applied?.definition.thinhoc.customization.custom_ping_indicators ?? []);
    void keyboard.follow(applied?.definition);
    displays.follow(applied?.definition.system.displays);
    wantedVersion.follow(applied?.definition.system.updates);
    void airplay.configure(applied && receivesAirplay(applied) ? machineName : null);
    const settings = isUsed() ? settingsOf(applied) : { ...settingsOf(applied), kiosk: null };
    const entries = applied ? entriesOf(applied.definition) : [];
    const work = [sessions.configure(entries, settings), home.setHidden(settings.kiosk !== null)];
    Promise.all(work).then(
      () => prepareSessions(this.#options),
      (error) => log.error({ error: String(error) }, 'sessions do not follow the profile'),
    );
    if (!applied) return;
    timeZone.follow(applied.definition.system.clock.time_zone);
    radioRules.want(applied.definition.system.network.wifi.localRegulations);
    void networkTrial.want(networkPlan(applied.definition, machineName));
  }
}

/** Prepares sessions for a fast start. Call after the home screen has loaded. */
export function prepareSessions({
  sessions,
  home,
  log,
}: Pick<ProfileFollowerOptions, 'sessions' | 'home' | 'log'>): void {
  if (!home.page.isLoaded) return;
  sessions.prepare().catch((error) => log.debug({ error: String(error) }, 'sessions are not made ready'));
}

/** The extension that enforces the browser rules without a Chromium policy; null for other programs. */
export async function extensionFor(
  filter: ContentFilter | null,
  entry: Entry,
  isKiosk: boolean,
): Promise<BrowserExtension | null> {
  if (!filter || entry.type === 'rdp') return null;
  return entry.type === 'webapp' ? filter.prepareApp(isKiosk) : filter.prepare(entry.session, isKiosk);
}

function receivesAirplay({ definition: { thinhoc } }: AppliedProfile): boolean {
  return thinhoc.apps.enabled.includes('thinhoc::mirroring') && thinhoc.mirror.enabled_features.airplay;
}

function settingsOf(applied: AppliedProfile | null): SessionSettings {
  if (!applied) return { kiosk: null, scale: 1, darkTheme: false };
  const { system, thinhoc } = applied.definition;
  return {
    kiosk: kioskReference(applied.definition) ?? null,
    scale: thinhoc.customization.scaling_factors.ui_scaling_factor,
    darkTheme: system.customization['global-dark-theme'],
  };
}
