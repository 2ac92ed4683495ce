import type { BridgeInput, BridgeOutput } from '@berth/contract/bridge/methods';
import type { Displays as DisplaysProfile } from '@berth/contract/profile/system';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import type { Desktop, MonitorPlan } from '../../system/ports/desktop.ts';

export interface DisplaysOptions {
  readonly store: Store;
  readonly log: Log;
}

type Screen = Pick<Desktop, 'arrangeMonitors' | 'onMonitors' | 'monitors'>;

/** Without a profile: monitors side by side, not rotated. */
const DEFAULT: DisplaysProfile = {
  arrangement: 'extended',
  home_monitor: 1,
  sessions: 'with-home',
  rotation: 'normal',
  change_at_machine: true,
};

/** Arranges the monitors as in the profile, or as chosen at the machine where the profile allows that. */
export class Displays {
  readonly #options: DisplaysOptions;
  #profile = DEFAULT;
  #desktop: Screen | null = null;
  /** Changes run one after the other; the last one wins. */
  #work: Promise<void> = Promise.resolve();
  /** The last applied arrangement, as JSON. */
  #shown = '';

  constructor(options: DisplaysOptions) {
    this.#options = options;
  }

  async state(): Promise<BridgeOutput<'get_displays'>> {
    const monitors = (await this.#desktop?.monitors()) ?? [];
    const { arrangement, rotation } = this.#plan();
    const sizes = monitors.map(({ width, height }) => ({ width, height }));
    return { monitors: sizes, arrangement, rotation, fixed: this.isFixed };
  }

  get isFixed(): boolean {
    return !this.#profile.change_at_machine;
  }

  follow(profile: DisplaysProfile | undefined): void {
    this.#profile = profile ?? DEFAULT;
    if (JSON.stringify(this.#plan()) !== this.#shown) void this.#apply();
  }

  /** Call once there is a screen. Resolves when its monitors are arranged, so that windows open in the right place. */
  attach(desktop: Screen): Promise<void> {
    this.#desktop = desktop;
    desktop.onMonitors(() => {
      if (this.#desktop === desktop) void this.#apply();
    });
    return this.#apply();
  }

  detach(): void {
    this.#desktop = null;
  }

  /** Stores a choice made at the machine and applies it. */
  async change(change: BridgeInput<'change_displays'>): Promise<void> {
    await this.#options.store.update((state) => ({ ...state, displays: { ...state.displays, ...change } }));
    await this.#apply();
  }

  #plan(): MonitorPlan {
    const { change_at_machine: isFree, ...profile } = this.#profile;
    return isFree ? { ...profile, ...this.#options.store.state.displays } : profile;
  }

  #apply(): Promise<void> {
    this.#work = this.#work.then(async () => {
      const plan = this.#plan();
      this.#shown = JSON.stringify(plan);
      await this.#desktop?.arrangeMonitors(plan).catch((error: unknown) => {
        this.#options.log.error({ error: String(error) }, 'the monitors stay as they were');
      });
    });
    return this.#work;
  }
}
