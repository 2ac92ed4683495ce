import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteMonitor } from '@berth/contract/device/remote';
import type { Log } from '../log.ts';
import type { Running } from '../ports/programs.ts';
import { type AltTab, openboxConfig } from './openbox-config.ts';
import { THEME_NAME, themeFiles } from './openbox-theme.ts';
import { findProgram, startProgram } from './programs.ts';
import { environment } from './x-server.ts';

/** Settings of the window manager that can change while it runs. */
interface ManagerSettings {
  readonly altTab: AltTab;
  /** Size of the bar above a session: 1 on a screen of 1920x1080. */
  readonly scale: number;
}

/**
 * Prepares Openbox with the agent's configuration in `folder`, ignoring any user configuration. The returned function
 * starts it, with the configuration as it is then.
 */
export async function prepareOpenbox(display: string, folder: string, scale = 1): Promise<() => Running> {
  const program = findProgram('openbox');
  if (!program) throw new Error('openbox is not installed.');
  const args = ['--sm-disable', '--config-file', await writeFiles(folder, { altTab: 'machine', scale })];
  const env = { ...environment(), DISPLAY: display, XDG_DATA_HOME: folder };
  return () => startProgram({ program, args, env, account: null });
}

/** Writes the configuration. Openbox reads it at start and on request. */
async function writeFiles(folder: string, { altTab, scale }: ManagerSettings): Promise<string> {
  const theme = join(folder, 'themes', THEME_NAME, 'openbox-3');
  await mkdir(theme, { recursive: true });
  for (const [name, text] of Object.entries(themeFiles(scale))) await writeFile(join(theme, name), text);
  const config = join(folder, 'rc.xml');
  await writeFile(config, openboxConfig(altTab, scale));
  return config;
}

const DESIGNED = { long: 1920, short: 1080 };

/** Scale of the bar: proportional to the largest screen, but never smaller than a finger; all monitors share it. */
export function barScale(monitors: readonly Pick<RemoteMonitor, 'width' | 'height'>[]): number {
  const scales = monitors.map(({ width, height }) =>
    Math.min(Math.max(width, height) / DESIGNED.long, Math.min(width, height) / DESIGNED.short),
  );
  return scales.length === 0 ? 1 : Math.max(1, Math.min(...scales));
}

export interface WindowManagerOptions {
  readonly folder: () => Promise<string>;
  /** Makes Openbox read its configuration again. */
  readonly reconfigure: () => Promise<void>;
  /** The scale that it started with. */
  readonly scale: number;
  readonly log: Log;
}

/** Serializes changes to the running window manager. */
export class WindowManager {
  readonly #options: WindowManagerOptions;
  #settings: ManagerSettings;
  #told = Promise.resolve();

  constructor(options: WindowManagerOptions) {
    this.#options = options;
    this.#settings = { altTab: 'machine', scale: options.scale };
  }

  /** Resolves once the window manager was asked to apply the change. */
  change(change: Partial<ManagerSettings>): Promise<void> {
    const { altTab, scale } = this.#settings;
    const settings = { ...this.#settings, ...change };
    if (settings.altTab === altTab && settings.scale === scale) return this.#told;
    this.#settings = settings;
    this.#told = this.#told.then(() => this.#tell(settings));
    return this.#told;
  }

  async #tell(settings: ManagerSettings): Promise<void> {
    const { folder, reconfigure, log } = this.#options;
    try {
      await writeFiles(await folder(), settings);
      await reconfigure();
    } catch (error) {
      log.warn({ error: String(error) }, 'the window manager stays as it was');
    }
  }
}
