import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, LOCALES } from '@berth/contract/rules/languages';

/** The page's texts by language tag. */
export type UnreachedTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const UNREACHED_PAGE = 'unreached.html';

/** The texts in the client build; null if it has none. */
export async function readUnreachedTexts(clientFolder: string): Promise<UnreachedTexts | null> {
  const assets = join(clientFolder, 'assets');
  const entries = await readdir(assets, { withFileTypes: true }).catch(() => []);
  // The build may contain a script with the same prefix.
  const folder = entries.find((entry) => entry.isDirectory() && entry.name.startsWith('texts-'));
  if (!folder) return null;
  const read = async (language: string) =>
    JSON.parse(await readFile(join(assets, folder.name, language, 'unreached.json'), 'utf8')) as Record<string, string>;
  const texts = LANGUAGES.map(async (language) => [LOCALES[language].bcp47, await read(language)] as const);
  return Promise.all(texts).then(Object.fromEntries, () => null);
}

/** Prefixes of Chromium's network errors by the reason that the page shows. */
const REASONS: Readonly<Record<string, string>> = {
  name: 'NAME_NOT_RESOLVED NAME_RESOLUTION_FAILED DNS_',
  offline: 'INTERNET_DISCONNECTED NETWORK_ PROXY_CONNECTION_FAILED ADDRESS_UNREACHABLE',
  timeout: 'TIMED_OUT CONNECTION_TIMED_OUT',
  certificate: 'CERT_ SSL_ BAD_SSL_',
  /** By the profile's list of addresses, or by its filter lists. */
  blocked: 'BLOCKED_BY_',
  server: 'HTTP_RESPONSE_CODE_FAILURE INVALID_ EMPTY_RESPONSE TOO_MANY_REDIRECTS RESPONSE_ CONTENT_',
  refused: 'CONNECTION_ SOCKET_ QUIC_ HTTP2_',
};

/**
 * The part of an extension that replaces Chromium's error page with ours: in the user's language, and with buttons for
 * users who have no address bar. Reloads a first page that a key press stopped.
 * @param hasPage False: Chromium's own error page is shown.
 */
export const unreached = (hasPage: boolean) => `
const HAS_PAGE = ${hasPage};
const REASONS = ${JSON.stringify(Object.entries(REASONS).map(([reason, starts]) => [reason, starts.split(' ')]))};
const reasonOf = (error) => {
  const code = error.replace('net::ERR_', '');
  return REASONS.find(([, starts]) => starts.some((start) => code.startsWith(start)))?.[0];
};
const tabOf = (tabId) => chrome.tabs.get(tabId).catch(() => null);
const goTo = (tabId, url) => chrome.tabs.update(tabId, { url }).catch(() => {});
const WEB_PAGE = /^https?:/;
/** Tabs whose next error is shown as Chromium shows it. */
const plain = new Set();

/** The newest showing of our page in each tab. */
const showings = new Map();

// Another navigation that was under way may take the place of our page.
async function show(tabId, url, reason) {
  const showing = {};
  showings.set(tabId, showing);
  for (let tries = 0; tries < 5 && showings.get(tabId) === showing; tries += 1) {
    await goTo(tabId, chrome.runtime.getURL('${UNREACHED_PAGE}?' + new URLSearchParams({ reason, url })));
    await new Promise((done) => setTimeout(done, 1_000));
    const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null);
    if (!frame?.errorOccurred || frame.url !== url) return;
  }
}

/** How often a first page may be stopped; a file that is no page ends the same way. */
const STOPS_MAX = 30;
const stops = new Map();
const isStart = (url) => url.startsWith('http://127.0.0.1:') && url.includes('/start#');
const isEmpty = (url) => url === '' || url === 'about:blank' || isStart(url);
async function loadAgain(tabId, url) {
  const count = (stops.get(tabId) ?? 0) + 1;
  const tab = await tabOf(tabId);
  if (!tab || tab.openerTabId !== undefined || !isEmpty(tab.url) || count > STOPS_MAX) return;
  stops.set(tabId, count);
  // On a slow computer a stopped tab counts as loading for a while.
  for (let round = 0; round < 10; round++) {
    await new Promise((done) => setTimeout(done, 500));
    const now = await tabOf(tabId);
    if (!now || !isEmpty(now.url)) return;
    if (now.status === 'complete') return goTo(tabId, url);
  }
}

chrome.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url, error }) => {
  if (frameId !== 0 || !WEB_PAGE.test(url)) return;
  if (error === 'net::ERR_ABORTED') return loadAgain(tabId, url);
  if (HAS_PAGE && !plain.delete(tabId)) show(tabId, url, reasonOf(error) ?? 'unknown');
});
chrome.runtime.onMessage.addListener((_message, { tab }) => {
  showings.delete(tab.id);
  plain.add(tab.id);
});

// Also stopped before this script ran: such a tab has an address that it does not load.
async function findStopped() {
  for (const { id, status, url, pendingUrl } of await chrome.tabs.query({})) {
    if (status !== 'complete') continue;
    if (isStart(url)) chrome.tabs.reload(id).catch(() => {});
    else if (url === '' && WEB_PAGE.test(pendingUrl)) loadAgain(id, pendingUrl);
  }
}
// A page that failed before that fails again, which says why.
async function findFailed() {
  for (const { id } of await chrome.tabs.query({})) {
    const frame = await chrome.webNavigation.getFrame({ tabId: id, frameId: 0 }).catch(() => null);
    // One that our page is about to replace would be in the history twice, before a Back button that leads nowhere.
    if (frame?.errorOccurred && WEB_PAGE.test(frame.url) && !showings.has(id)) goTo(id, frame.url);
  }
}

// Once in a browser's life: Chromium ends and starts this script many times.
async function lookBack() {
  const { isDone } = await chrome.storage.session.get('isDone');
  if (isDone) return;
  await chrome.storage.session.set({ isDone: true });
  setTimeout(findFailed, 300);
  for (const wait of [1_000, 4_000, 10_000, 20_000]) setTimeout(findStopped, wait);
}
lookBack();
chrome.runtime.onStartup.addListener(lookBack);
`;

const STYLE = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#f6f6f7, #111214); --card: light-dark(#fff, #18191c); --line: light-dark(#dcdce0, #303238);
  --text: light-dark(#1b1c1f, #ececee); --muted: light-dark(#494953, #c3c3ce); --button: #595959;
}
html, body { height: 100%; margin: 0; }
body {
  display: grid; place-items: center; background: var(--surface); color: var(--text);
  font: 20px/1.5 Inter, 'Liberation Sans', sans-serif;
}
main {
  box-sizing: border-box; width: min(40rem, 100% - 32px); padding: 40px;
  border: 1px solid var(--line); border-radius: 16px; background: var(--card);
}
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.25; }
p { margin: 0 0 16px; }
#address { color: var(--muted); overflow-wrap: anywhere; }
#waiting { color: var(--muted); }
button:disabled { opacity: 0.5; }
nav { display: flex; flex-wrap: wrap; gap: 16px; margin-top: 24px; }
button {
  min-height: 44px; padding: 8px 24px; border: 1px solid var(--line); border-radius: 10px;
  background: none; color: inherit; font: inherit; cursor: pointer;
}
#retry { border-color: var(--button); background: var(--button); color: #fff; }
:focus-visible { outline: 3px solid light-dark(#171799, #a9acff); outline-offset: 3px; }
[hidden] { display: none; }
/* As large on a 4K screen as on another of its size. */
@media (min-width: 2560px) and (min-height: 1300px) { html { zoom: 1.33; } }
@media (min-width: 3840px) and (min-height: 1900px) { html { zoom: 2; } }
`;

const PAGE = `<!doctype html><html><head><meta charset="utf-8"><title></title><style>${STYLE}</style></head><body>
<main><h1 id="title"></h1><p id="address"></p><p id="text"></p><p id="waiting" role="status"></p>
<nav><button id="retry" autofocus></button><button id="back"></button><button id="details"></button></nav></main>
<script src="unreached.js"></script></body></html>`;

/** Reasons that can go away by themselves, so that the page retries. */
const PASSING = ['name', 'offline', 'timeout', 'refused', 'unknown'];
const RETRY_MS = 5_000;

const CONTROLS = ['retry', 'back', 'details', 'waiting'];

/** Maps one language's texts to their elements on the page. */
function placed(texts: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const reasons = [...Object.keys(REASONS), 'unknown'].flatMap((reason) => [
    [`${reason}.title`, texts[`unreached.${reason}.title`]],
    [`${reason}.text`, texts[`unreached.${reason}.text`]],
  ]);
  return Object.fromEntries([...reasons, ...CONTROLS.map((name) => [name, texts[`unreached.${name}`]])]);
}

// Anyone can enter this page's address: it opens web pages only.
function script(texts: UnreachedTexts): string {
  return `
const TEXTS = ${JSON.stringify(Object.fromEntries(Object.entries(texts).map(([tag, own]) => [tag, placed(own)])))};
const tags = Object.keys(TEXTS);
const tag =
  navigator.languages
    .map((wanted) => tags.find((each) => each === wanted) ?? tags.find((each) => each.split('-')[0] === wanted))
    .find(Boolean) ?? 'en-GB';
const part = (name) => document.getElementById(name);
const say = (name, key = name) => {
  part(name).textContent = TEXTS[tag][key] ?? '';
};
const given = new URLSearchParams(location.search);
const url = URL.canParse(given.get('url')) ? new URL(given.get('url')) : new URL('about:blank');
const isWeb = /^https?:$/.test(url.protocol);
const reason = TEXTS[tag][given.get('reason') + '.title'] ? given.get('reason') : 'unknown';

document.documentElement.lang = tag;
document.title = url.host;
say('title', reason + '.title');
say('text', reason + '.text');
for (const name of ${JSON.stringify(CONTROLS)}) say(name);
part('address').textContent = isWeb ? url.host : '';
const isPassing = isWeb && ${JSON.stringify(PASSING)}.includes(reason);
part('waiting').hidden = !isPassing;
part('retry').hidden = reason === 'blocked';
// Before this page stands the one that did not load.
part('back').hidden = history.length < 3;
part('details').hidden = reason !== 'certificate' || !isWeb;

const again = () => isWeb && location.replace(url.href);
part('back').addEventListener('click', () => history.go(-2));
part('details').addEventListener('click', () => chrome.runtime.sendMessage('details').then(again, again));

const answers = () =>
  fetch(url, { method: 'HEAD', mode: 'no-cors', cache: 'no-store', credentials: 'omit' }).then(() => true, () => false);
part('retry').addEventListener('click', async () => {
  part('retry').disabled = true;
  if (!isPassing || (await answers())) again();
  part('retry').disabled = false;
});
async function wait() {
  do await new Promise((done) => setTimeout(done, ${RETRY_MS}));
  while (!(await answers()));
  again();
}
if (isPassing) wait();
`;
}

/** The page's URL, for the browser's policies. */
export function unreachedAddress(extensionId: string): string {
  return `chrome-extension://${extensionId}/${UNREACHED_PAGE}`;
}

/** The page's files in the extension. */
export function unreachedFiles(texts: UnreachedTexts): Record<string, string> {
  return { [UNREACHED_PAGE]: PAGE, 'unreached.js': script(texts) };
}
