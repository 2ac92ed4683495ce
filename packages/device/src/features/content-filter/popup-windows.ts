import { SESSION_WINDOWS_MAX } from '../../system/ports/windows.ts';

/**
 * The part of an extension that opens all new windows of a web app, and of a free browser in kiosk mode, without
 * browser controls. Chromium opens a link to another window as a tab with an address bar, which the window manager
 * hides (openbox-config.ts). The extension moves the tab into a popup window, where its opener still has access to it.
 * It closes windows that show no web page, and windows beyond the limit.
 * @param kind The first window of a free browser is a normal, full-screen window, which stays.
 */
export const popupWindows = (kind: 'app' | 'kiosk') => `
const KEEPS_FIRST = ${kind === 'kiosk'};
const WEB = /^(https?:|blob:|about:blank$)/;
/** What a window that a key opened shows. */
const NEW_TAB = /^chrome:[/][/]new-?tab/;
const addressOf = ({ pendingUrl, url }) => pendingUrl || url;
const pause = (ms = 50) => new Promise((done) => setTimeout(done, ms));

// A window that was opened without an address has one a moment later; what Chromium refused never gets one.
async function targetOf(tab) {
  let current = tab;
  for (let tries = 0; tries < 20 && current && !addressOf(current); tries += 1) {
    await pause();
    current = await chrome.tabs.get(tab.id).catch(() => null);
  }
  return current ? addressOf(current) : '';
}

const exists = (tabId) => chrome.tabs.get(tabId).then(() => true, () => false);

// Chromium refuses to close or move a tab while it is busy with its windows: seconds, on a busy computer.
async function close(tabId) {
  const isClosed = () => chrome.tabs.remove(tabId).then(() => true, () => false);
  while ((await exists(tabId)) && !(await isClosed())) await pause();
}

// A busy Chromium may announce a tab before it knows the tab's window.
async function windowTypeOf(tabId) {
  for (;;) {
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    const found = tab && (await chrome.windows.get(tab.windowId).catch(() => null));
    if (!tab || found) return found?.type;
    await pause();
  }
}

// A busy Chromium may also not answer.
async function moveOut(tabId) {
  const move = () => chrome.windows.create({ tabId, type: 'popup' }).catch(() => {});
  while ((await windowTypeOf(tabId)) === 'normal') {
    await Promise.race([move(), pause(5_000)]);
    await pause();
  }
}

/** Tabs that another page opened and that have not loaded a page yet. Their opener is unknown once they are moved. */
const opened = new Set();
/** Tabs that were looked at since this worker started. */
const seen = new Set();

async function place(tab) {
  if (seen.has(tab.id)) return;
  seen.add(tab.id);
  const type = await windowTypeOf(tab.id);
  if (!type) return void seen.delete(tab.id);
  const { length: count } = await chrome.tabs.query({});
  // The first window.
  if (count === 1 && (KEEPS_FIRST || type !== 'normal')) return;
  const isOpened = (tab.openerTabId ?? (await tabOf(tab.id))?.openerTabId) !== undefined;
  // Neither windows that keys open nor the app's own window, which may show our error page, have an opener.
  const isByKeys = type === 'normal' && !isOpened;
  const isOneTooMany = count > ${SESSION_WINDOWS_MAX};
  const isPage = (target) => WEB.test(target) || (!isOpened && target.startsWith('chrome-extension:'));
  if (isByKeys || isOneTooMany || !isPage(await targetOf(tab))) return close(tab.id);
  if (type === 'normal') await moveOut(tab.id);
}

chrome.tabs.onCreated.addListener((tab) => {
  if (tab.openerTabId !== undefined) opened.add(tab.id);
  return place(tab);
});
chrome.tabs.onRemoved.addListener((tabId) => seen.delete(tabId));
chrome.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
  if (frameId !== 0) return;
  opened.delete(tabId);
  return placeOpened(tabId);
});

// A busy Chromium may open a window before this worker listens, or end the worker while it waits.
async function placeOpened(tabId) {
  const empty = (await chrome.tabs.query({})).filter(({ url }) => !url);
  const tabs = [...(await chrome.tabs.query({ windowType: 'normal' })), ...empty];
  const isNew = (tab) => tab.openerTabId !== undefined || NEW_TAB.test(addressOf(tab));
  const waiting = tabs.filter((tab) => isNew(tab) && (!tabId || tab.id === tabId));
  await Promise.all(waiting.map(place));
}
for (const wait of [0, 500, 2_000, 5_000]) setTimeout(placeOpened, wait);

// The window stays empty: a download, another program's address, or a refused page.
chrome.webNavigation.onErrorOccurred.addListener(async ({ tabId, frameId, error }) => {
  const tab = frameId === 0 && opened.has(tabId) && (await chrome.tabs.get(tabId).catch(() => null));
  if (tab && ((!tab.url && !reasonOf(error)) || error === 'net::ERR_BLOCKED_BY_ADMINISTRATOR')) close(tabId);
});
`;

/**
 * Runs in each page of a web app, in a block because it shares the page's global scope. A window opened by a script
 * starts as an empty page, which Chromium paints white until the address responds. This script gives it the theme's
 * colors until the page loads.
 */
export const THEMED_WINDOWS = `{
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const isEmpty = ({ document }) => document.URL === 'about:blank' && !document.body.hasChildNodes();
  window.open = new Proxy(window.open, {
    apply(open, self, args) {
      const opened = Reflect.apply(open, self, args);
      try {
        const isNew = opened && String(args[0] ?? '') !== '' && isEmpty(opened);
        // The new window may not know the theme yet.
        if (isNew) opened.document.documentElement.style.colorScheme = isDark.matches ? 'dark' : 'light';
      } catch {
        // A window that was there before shows a page of another site.
      }
      return opened;
    },
  });
}`;
