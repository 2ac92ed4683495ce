import type { Readable } from 'node:stream';
import type { Running } from '../ports/programs.ts';
import type { Account } from './accounts.ts';
import { writeOwnedFile } from './owned-files.ts';
import { findProgram, startProgram } from './programs.ts';
import { environment, firstLine } from './x-server.ts';

export interface OnboardOptions {
  readonly display: string;
  readonly screen: { readonly width: number; readonly height: number };
  readonly account: Account | null;
  /** Folder of its settings. */
  readonly folder: string;
  /** Address of the accessibility bus, so that the keyboard opens by itself. Null: only by its button. */
  readonly bus: string | null;
}

/** Size of the button in pixels, large enough for a finger. */
const BUTTON = 72;
/** The keyboard's height as a share of the screen's: an upright screen is narrower, and so are the keys. */
const HEIGHTS = { landscape: 0.38, portrait: 0.22 };

/**
 * Onboard, an on-screen keyboard that types into the focused window. A button at the right edge, above all windows,
 * opens and closes it; windows shrink to make room. It needs a D-Bus of its own, which no other program can reach.
 */
export async function startOnboard(options: OnboardOptions): Promise<Running> {
  const { display, account, folder } = options;
  const [onboard, dbus] = [findProgram('onboard'), findProgram('dbus-daemon')];
  if (!onboard || !dbus) throw new Error('onboard is not installed: there is no keyboard on the screen.');
  // Onboard writes to it itself.
  await writeOwnedFile(folder, 'glib-2.0/settings/keyfile', keyfile(options), account);
  const env = { ...environment(), HOME: folder, XDG_CONFIG_HOME: folder, XDG_RUNTIME_DIR: folder };
  const own = options.bus === null ? await startOwnBus(dbus, env, account) : null;
  const running = startProgram({
    program: onboard,
    args: [],
    env: {
      ...env,
      DISPLAY: display,
      DBUS_SESSION_BUS_ADDRESS: own?.address ?? options.bus ?? '',
      GSETTINGS_BACKEND: 'keyfile',
      // Otherwise it looks for the accessibility bus of a desktop.
      ...(own ? { NO_AT_BRIDGE: '1' } : {}),
    },
    account,
  });
  if (own) void running.exited.then(() => own.stop());
  return running;
}

async function startOwnBus(program: string, env: Readonly<Record<string, string>>, account: Account | null) {
  const bus = startProgram({
    program,
    args: ['--session', '--nofork', '--nopidfile', '--print-address=3'],
    env,
    account,
    pipes: 1,
  });
  const announced = bus.child.stdio[3] as Readable;
  const address = await firstLine(announced);
  announced.destroy();
  if (address === '') throw new Error('The on-screen keyboard has no D-Bus.');
  return { address, stop: () => bus.stop() };
}

/** The screen may be turned while the keyboard runs: Onboard has settings for both positions. */
function keyfile({ screen, bus }: OnboardOptions): string {
  const [short, long] = [Math.min(screen.width, screen.height), Math.max(screen.width, screen.height)];
  const sizes = { landscape: { width: long, height: short }, portrait: { width: short, height: long } };
  const button = (position: keyof typeof sizes) => `
[org/onboard/icon-palette/${position}]
x=${sizes[position].width - BUTTON}
y=${Math.round((sizes[position].height - BUTTON) / 2)}
width=${BUTTON}
height=${BUTTON}`;
  const dock = (position: keyof typeof sizes) => `
[org/onboard/window/${position}]
dock-expand=true
dock-height=${Math.round(sizes[position].height * HEIGHTS[position])}`;
  return `[org/onboard]
schema-version='2.3'
start-minimized=true
show-status-icon=false
show-tooltips=false
use-system-defaults=false
system-theme-tracking-enabled=false
layout='/usr/share/onboard/layouts/Compact.onboard'
theme='/usr/share/onboard/themes/Droid.theme'

[org/gnome/desktop/interface]
toolkit-accessibility=${bus !== null}

[org/onboard/auto-show]
enabled=${bus !== null}

[org/onboard/icon-palette]
in-use=true
${button('landscape')}
${button('portrait')}

[org/onboard/window]
force-to-top=true
docking-enabled=true
docking-edge='bottom'
docking-shrink-workarea=true
docking-aspect-change-range=[0.0, 100.0]
${dock('landscape')}
${dock('portrait')}

[org/onboard/lockdown]
disable-preferences=true
disable-quit=true
disable-hover-click=true
disable-click-buttons=true
`;
}
