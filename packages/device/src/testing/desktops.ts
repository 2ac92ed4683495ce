import { onTestFinished } from 'vitest';
import { findAccounts } from '../system/linux/accounts.ts';
import { desktopHost } from '../system/linux/desktop.ts';
import type { DesktopOptions } from '../system/linux/desktop-options.ts';
import { silentLog } from '../system/log.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { BrowserLaunch } from '../system/ports/programs.ts';
import { SESSION_CLASS_PREFIX } from '../system/ports/windows.ts';
import { testFolder } from './folders.ts';

/** A desktop with real programs on a headless screen of 1280x720; closed after the test. */
export async function openDesktop(
  options: Partial<DesktopOptions> = {},
): Promise<{ readonly desktop: Desktop; readonly folder: string }> {
  const folder = await testFolder();
  const accounts = await findAccounts(folder, silentLog);
  const own = { mode: 'headless', size: '1280x720', accounts, homeArguments: [], log: silentLog } as const;
  const desktop = await desktopHost({ ...own, ...options })?.open();
  if (!desktop) throw new Error('Chromium is not installed.');
  onTestFinished(() => desktop.close());
  return { desktop, folder };
}

/** A web app's window with the default options. */
export function appWindow(name: string, url: string, more: Partial<BrowserLaunch> = {}): BrowserLaunch {
  return {
    kind: 'app',
    folder: name,
    className: `${SESSION_CLASS_PREFIX}-${name}`,
    url,
    fullscreen: false,
    pinchToZoom: true,
    caretBrowsing: false,
    userAgent: null,
    policies: {},
    extension: null,
    scale: 1,
    darkTheme: false,
    ...more,
  };
}
