import { createContext, runInContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { SESSION_WINDOWS_MAX } from '../../system/ports/windows.ts';
import { popupWindows } from './popup-windows.ts';

interface Tab {
  readonly id: number;
  readonly windowId: number;
  readonly url: string;
  readonly pendingUrl?: string;
  readonly openerTabId?: number;
}

const APP: Tab = { id: 1, windowId: 1, url: 'https://app.example/' };
const LINKED: Tab = { id: 2, windowId: 2, url: 'https://app.example/linked', openerTabId: 1 };
const EMPTY: Tab = { id: 3, windowId: 2, url: 'chrome://newtab/' };
/** A window that a script opened for another program's address: it never gets a page. */
const MAIL: Tab = { id: 4, windowId: APP.windowId, url: '', pendingUrl: 'mailto:a@b.example', openerTabId: 1 };

/** Runs the extension's worker in a browser with these tabs; all windows but the app's have an address bar. */
function worker(tabs: Tab[], refusals: (() => Promise<never>)[] = []) {
  const event = () => ({ listeners: [] as ((argument: unknown) => unknown)[] });
  const events = { onCreated: event(), onRemoved: event(), onCommitted: event(), onErrorOccurred: event() };
  const listenTo = ({ listeners }: ReturnType<typeof event>) => ({
    addListener: (listener: (argument: unknown) => unknown) => listeners.push(listener),
  });
  const moved = vi.fn(async ({ tabId }: { tabId: number }) => {
    const at = tabs.findIndex(({ id }) => id === tabId);
    tabs.splice(at, 1, { ...(await find(tabId)), windowId: APP.windowId });
  });
  const closed = vi.fn(async (_id: unknown) => {});
  for (const refusal of refusals) moved.mockImplementationOnce(refusal);
  const find = async (id: number) => tabs.find((tab) => tab.id === id) ?? Promise.reject(new Error('no tab'));
  const isNormal = ({ windowId }: Tab) => windowId !== APP.windowId;
  const chrome = {
    tabs: {
      query: async ({ windowType }: { windowType?: string }) => (windowType ? tabs.filter(isNormal) : tabs),
      get: find,
      remove: closed,
      onCreated: listenTo(events.onCreated),
      onRemoved: listenTo(events.onRemoved),
    },
    windows: { get: async (id: number) => ({ type: id === APP.windowId ? 'app' : 'normal' }), create: moved },
    webNavigation: { onCommitted: listenTo(events.onCommitted), onErrorOccurred: listenTo(events.onErrorOccurred) },
  };
  // The worker's other part has this one.
  const tabOf = (id: number) => find(id).catch(() => null);
  runInContext(popupWindows('app'), createContext({ chrome, setTimeout, tabOf }));
  const fire = (name: keyof typeof events, argument: unknown) => {
    for (const listener of events[name].listeners) listener(argument);
  };
  return { fire, moved, closed };
}

/** An extension call that Chromium refuses, once. */
const refused = () => Promise.reject(new Error('Tabs cannot be edited right now'));
const settled = () => new Promise((done) => setTimeout(done, 20));

test('a link’s window is moved into a bare one, once', async () => {
  const tabs = [APP];
  const { fire, moved, closed } = worker(tabs);
  tabs.push(LINKED);
  fire('onCreated', LINKED);
  fire('onCommitted', { tabId: LINKED.id, frameId: 0 });
  await settled();
  expect(moved.mock.calls).toEqual([[{ tabId: LINKED.id, type: 'popup' }]]);
  expect(closed).not.toHaveBeenCalled();
});

test('a link’s window that opened before the worker listened is moved into a bare one', async () => {
  const { moved, closed } = worker([APP, LINKED]);
  await settled();
  expect(moved.mock.calls).toEqual([[{ tabId: LINKED.id, type: 'popup' }]]);
  expect(closed).not.toHaveBeenCalled();
});

test('a link’s window is moved although Chromium does not know it yet when it announces it', async () => {
  const tabs = [APP];
  const { fire, moved } = worker(tabs);
  fire('onCreated', LINKED);
  await settled();
  tabs.push(LINKED);
  fire('onCommitted', { tabId: LINKED.id, frameId: 0 });
  await settled();
  expect(moved).toHaveBeenCalledTimes(1);
});

test('a link’s window that was never announced is moved a moment later', async () => {
  const tabs = [APP];
  const { moved } = worker(tabs);
  await settled();
  tabs.push(LINKED);
  await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(1));
});

test('a link’s window that Chromium does not move the first time is moved the next time', async () => {
  const { moved } = worker([APP, LINKED], [refused]);
  await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(2));
  await settled();
  expect(moved).toHaveBeenCalledTimes(2);
});

test('a link’s window whose opening was never announced is moved once its page loads', async () => {
  const tabs = [APP];
  const { fire, moved } = worker(tabs);
  await settled();
  tabs.push(LINKED);
  fire('onCommitted', { tabId: LINKED.id, frameId: 0 });
  await settled();
  expect(moved).toHaveBeenCalledTimes(1);
});

test('a window that is announced before Chromium knows its opener stays', async () => {
  const tabs = [APP];
  const { fire, moved, closed } = worker(tabs);
  tabs.push(LINKED);
  const { openerTabId: _unknown, ...announced } = LINKED;
  fire('onCreated', announced);
  await settled();
  expect(moved).toHaveBeenCalledTimes(1);
  expect(closed).not.toHaveBeenCalled();
});

test('a window opened by a key is closed', async () => {
  const tabs = [APP];
  const { fire, moved, closed } = worker(tabs);
  tabs.push(EMPTY);
  fire('onCreated', EMPTY);
  await settled();
  expect(closed.mock.calls).toEqual([[EMPTY.id]]);
  expect(moved).not.toHaveBeenCalled();
});

test('a window that a key opened before the worker listened is closed', async () => {
  const { moved, closed } = worker([APP, EMPTY]);
  await settled();
  expect(closed.mock.calls).toEqual([[EMPTY.id]]);
  expect(moved).not.toHaveBeenCalled();
});

test('a script’s window without a page is closed although Chromium does not name its opener', async () => {
  const tabs = [APP];
  const { fire, moved, closed } = worker(tabs);
  const { openerTabId: _unknown, ...announced } = MAIL;
  tabs.push(announced);
  fire('onCreated', announced);
  await settled();
  expect(closed.mock.calls).toEqual([[MAIL.id]]);
  expect(moved).not.toHaveBeenCalled();
});

test('a script’s window without a page that opened before the worker listened is closed', async () => {
  const { closed } = worker([APP, MAIL]);
  await settled();
  expect(closed.mock.calls).toEqual([[MAIL.id]]);
});

test('a script’s window too many is closed although Chromium does not name its opener', async () => {
  const others = Array.from({ length: SESSION_WINDOWS_MAX }, (_, index) => ({ ...APP, id: 10 + index }));
  const tabs = [...others];
  const { fire, closed } = worker(tabs);
  const extra: Tab = { ...APP, id: 9, url: 'https://app.example/extra' };
  tabs.push(extra);
  fire('onCreated', extra);
  await settled();
  expect(closed.mock.calls).toEqual([[extra.id]]);
});

test('the app’s own window stays when it is announced after another one, also with our error page', async () => {
  const own: Tab = { ...APP, url: 'chrome-extension://berth/unreached.html' };
  const { fire, closed } = worker([own, LINKED]);
  fire('onCreated', own);
  await settled();
  expect(closed).not.toHaveBeenCalled();
});
