import { FAILURE_SHOWN_MS } from '@berth/contract/limits';
import { expect, onTestFinished, test, vi } from 'vitest';
import { understandDefinition } from '../../state/schema.ts';
import { memoryStore } from '../../state/store.ts';
import { silentLog } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { BrowserLaunch, Exit, Running } from '../../system/ports/programs.ts';
import type { Windows } from '../../system/ports/windows.ts';
import { webapps } from '../../testing/gateway.ts';
import { entriesOf } from './entries.ts';
import { RefusedCertificates } from './refused-certificates.ts';
import { type SessionSettings, Sessions } from './sessions.ts';

/** Three web apps that can be opened, and the list stored for the restart after a crash. */
async function openSessions() {
  const remembered: number[] = [];
  const sessions = new Sessions({
    onChange: () => {},
    aids: () => ({ largeText: false, highContrast: false }),
    onMinimized: () => {},
    onOpening: () => {},
    extensionFor: async () => null,
    surroundings: () => ({ bridge: '', language: 'de-DE' }),
    remember: (open) => {
      remembered.splice(0, Infinity, ...open.map(({ session_index }) => session_index));
    },
    certificates: new RefusedCertificates({ store: memoryStore(), onChange: () => {}, log: silentLog }),
    log: silentLog,
  });
  const page = (display_name: string) => ({ display_name, url: `https://${display_name}.example/` });
  const entries = entriesOf(understandDefinition(webapps(page('mail'), page('docs'), page('wiki'))).value);
  const kioskOf = (index: number | null): SessionSettings => ({
    kiosk: index === null ? null : { session_type: 'webapp', session_index: index },
    scale: 1,
    darkTheme: false,
  });
  const follow = (kiosk: number | null) => sessions.configure(entries, kioskOf(kiosk));
  await follow(null);
  const open = (session_index: number) => sessions.open({ session_type: 'webapp', session_index }, null);
  return { sessions, remembered, open, follow };
}

test('restores sessions after a crash with the same session in front', async () => {
  const { sessions, remembered, open } = await openSessions();
  for (const index of [0, 1, 2]) await open(index);
  expect(remembered).toEqual([0, 1, 2]);
  await sessions.raise(sessions.list()[0]?.id ?? '');
  expect(remembered).toEqual([1, 2, 0]);
});

test('a failed session shows its error briefly and is not reopened after a restart', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sessions, remembered, open } = await openSessions();
  const desktop = {
    openBrowser: () => Promise.reject(new Error('Chromium is not installed.')),
    windows: { onChange: () => () => {}, list: () => [] } as Partial<Windows> as Windows,
  };
  await sessions.attach(desktop as Partial<Desktop> as Desktop);
  await open(0);
  expect(sessions.list()).toMatchObject([{ state: 'failed', failure: 'not-installed' }]);
  expect(remembered).toEqual([]);
  vi.advanceTimersByTime(FAILURE_SHOWN_MS);
  expect(sessions.list()).toEqual([]);
});

/** A desktop whose browsers start and end only when the test lets them; `running` are their pages. */
function slowDesktop() {
  const running = new Set<string>();
  const [starts, ends]: (() => void)[][] = [[], []];
  const openBrowser = async ({ url }: BrowserLaunch): Promise<Running> => {
    await new Promise<void>((resolve) => starts?.push(resolve));
    running.add(url);
    const exited = new Promise<Exit>((resolve) => {
      ends?.push(() => {
        running.delete(url);
        resolve({ code: 0, signal: null });
      });
    });
    return { pid: 1, exited, stop: async () => void (await exited) };
  };
  const letGo = async (waiting: (() => void)[] = []) => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]));
    for (const go of waiting.splice(0)) go();
  };
  const windows = { onChange: () => () => {}, list: () => [] } as Partial<Windows> as Windows;
  const desktop = { openBrowser, windows } as Partial<Desktop> as Desktop;
  return { desktop, running, start: () => letGo(starts), end: () => letGo(ends) };
}

test('a session that is opened again while it still closes opens', async () => {
  const { sessions, open } = await openSessions();
  const slow = slowDesktop();
  await sessions.attach(slow.desktop);
  await Promise.all([open(0), slow.start()]);
  const closed = sessions.close(sessions.list()[0]?.id ?? '');
  const again = open(0);
  await Promise.all([slow.end(), closed]);
  await Promise.all([slow.start(), again]);
  expect([...slow.running]).toEqual(['https://mail.example/']);
  expect(sessions.list()).toMatchObject([{ title: 'mail' }]);
});

test('a kiosk session that was replaced while others still close does not open', async () => {
  const { sessions, open, follow } = await openSessions();
  const slow = slowDesktop();
  await sessions.attach(slow.desktop);
  await Promise.all([open(0), slow.start()]);
  const changed = [follow(1), follow(2)];
  await slow.end();
  await slow.start();
  await Promise.all(changed);
  expect([...slow.running]).toEqual(['https://wiki.example/']);
});

test('a session that starts while the screen ends opens on the next one', async () => {
  const { sessions, open } = await openSessions();
  const [before, next] = [slowDesktop(), slowDesktop()];
  await sessions.attach(before.desktop);
  const opened = open(0);
  sessions.detach();
  const attached = sessions.attach(next.desktop);
  await Promise.all([before.start(), before.end(), next.start(), attached, opened]);
  expect([...next.running]).toEqual(['https://mail.example/']);
});
