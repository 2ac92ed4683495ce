import { FAILURE_SHOWN_MS } from '@berth/contract/limits';
import { expect, onTestFinished, test, vi } from 'vitest';
import { understandDefinition } from '../../state/schema.ts';
import { memoryStore } from '../../state/store.ts';
import { silentLog } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Windows } from '../../system/ports/windows.ts';
import { webapps } from '../../testing/gateway.ts';
import { entriesOf } from './entries.ts';
import { RefusedCertificates } from './refused-certificates.ts';
import { Sessions } from './sessions.ts';

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
  await sessions.configure(entries, { kiosk: null, scale: 1, darkTheme: false });
  const open = (session_index: number) => sessions.open({ session_type: 'webapp', session_index }, null);
  return { sessions, remembered, open };
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
