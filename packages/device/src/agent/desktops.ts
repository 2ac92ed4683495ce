import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../system/log.ts';
import type { Desktop, DesktopHost } from '../system/ports/desktop.ts';

export interface DesktopsOptions {
  /** Null: there is no screen. */
  readonly host: DesktopHost | null;
  /** Opens the home screen and the sessions on a new desktop. */
  readonly attach: (desktop: Desktop) => Promise<void>;
  readonly detach: () => void;
  readonly signal: AbortSignal;
  readonly log: Log;
}

const RETRY_MS = 1_000;

/**
 * Keeps a desktop running until the signal aborts: after an X server crash it opens a new one and restores everything.
 * Resolves when the last desktop and everything on it have ended. Rejects if no desktop ever opened.
 */
export async function keepDesktops(options: DesktopsOptions): Promise<void> {
  const { host, attach, detach, signal, log } = options;
  if (!host) return;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  let opened = false;
  while (!signal.aborted) {
    try {
      const desktop = await host.open();
      opened = true;
      try {
        await attach(desktop);
        await Promise.race([desktop.lost, stopped]);
      } finally {
        detach();
        await desktop.close();
      }
      if (!signal.aborted) log.error({}, 'the X server crashed and is restarted');
    } catch (error) {
      if (!opened) throw error;
      log.error({ error: String(error) }, 'no desktop');
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}
