import { setTimeout as sleep } from 'node:timers/promises';
import { type PaintWatch, WEBAPP_CLASS_PREFIX, type Window, type Windows } from '../../system/ports/windows.ts';

const LOOK_MS = 60;
/** A page that stays blank is shown this long after its title is set. */
const TITLED_MS = 1_000;
/** How Chromium names a web app's window until its page has a title: host, underscore, and path. */
const ADDRESS_TITLE = /^\S*_\//;
/** A window is shown after this time even if it is blank: a page may load for minutes. */
const WAIT_MAX_MS = 10_000;

/** Time for the window manager to raise a window. */
const RAISE_MAX_MS = 1_000;

/**
 * Raises a window when it has painted, after a timeout, or when it has closed. Keeps the X server's copy of its
 * contents until then: otherwise the window would be blank for a moment.
 */
export async function showPainted(
  windows: Windows,
  id: number,
  bring: () => Promise<void>,
  maxMs = WAIT_MAX_MS,
): Promise<void> {
  // Raise immediately if painting cannot be watched.
  const paint = await windows.watchPaint(id).catch(() => null);
  try {
    if (paint) await firstPaint(windows, id, paint, maxMs).catch(() => {});
    await bring();
    const raised = performance.now();
    while (windows.active() !== id && performance.now() < raised + RAISE_MAX_MS) await sleep(LOOK_MS);
  } finally {
    paint?.close();
  }
}

async function firstPaint(windows: Windows, id: number, paint: PaintWatch, maxMs: number): Promise<void> {
  const find = () => windows.list().find((window) => window.id === id);
  const started = performance.now();
  let title = find()?.title;
  // On a slow computer, a page may have its title before the watch begins.
  let titled = isTitledApp(find()) ? started : Number.POSITIVE_INFINITY;
  while (performance.now() < Math.min(started + maxMs, titled + TITLED_MS)) {
    const now = find()?.title;
    if (now === undefined || (await paint.isPainted())) return;
    if (now !== title) titled = performance.now();
    title = now;
    await sleep(LOOK_MS);
  }
}

function isTitledApp(window: Window | undefined): boolean {
  if (!window?.className.startsWith(WEBAPP_CLASS_PREFIX)) return false;
  return window.title !== '' && !ADDRESS_TITLE.test(window.title);
}
