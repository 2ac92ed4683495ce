import { DEAD_PAGES } from './dead-pages.ts';
import { netRules } from './filter-list.ts';
import { popupWindows, THEMED_WINDOWS } from './popup-windows.ts';
import { type UnreachedTexts, unreached, unreachedFiles } from './unreached-page.ts';

/** Browser rules of a session for which Chromium has no policy. */
export interface BrowserRules {
  /** Texts of filter lists; empty if blocking is off. */
  readonly lists: readonly string[];
  readonly noContextMenu: boolean;
  /** Sends Do Not Track headers; this Chromium has no setting for them any more. */
  readonly doNotTrack: boolean;
  /** In a web app, and in a free browser in kiosk mode, new windows have no address bar. */
  readonly windows: 'app' | 'kiosk' | 'free';
  readonly isKiosk: boolean;
  /** Texts of our error page; null: Chromium shows its own. */
  readonly texts: UnreachedTexts | null;
}

const NO_CONTEXT_MENU = "addEventListener('contextmenu', (event) => event.preventDefault(), { capture: true });\n";

/** A path that the rules always block: a page that cannot load it knows that the rules apply. */
export const PROBE = '/berth-rules-probe';

/** Above all rules of filter lists, including exceptions. */
const PRIORITY = 10;
const PROBE_BLOCKED = { priority: PRIORITY, action: { type: 'block' }, condition: { urlFilter: PROBE } };
/** Every resource type: the default leaves out main_frame. */
const RESOURCE_TYPES = `
  main_frame sub_frame stylesheet script image font object xmlhttprequest ping media websocket webtransport
  webbundle csp_report other
`
  .trim()
  .split(/\s+/);
const header = (name: string) => ({ header: name, operation: 'set', value: '1' });
/** Do Not Track, and its successor Global Privacy Control. */
const DO_NOT_TRACK = {
  priority: PRIORITY,
  action: { type: 'modifyHeaders', requestHeaders: [header('DNT'), header('Sec-GPC')] },
  condition: { resourceTypes: RESOURCE_TYPES },
};

/** Content scripts run in every frame, before the page's own scripts. */
const EVERYWHERE = { matches: ['<all_urls>'], run_at: 'document_start', all_frames: true, match_about_blank: true };

/** The extension's files: rules and, where needed, event listeners. It reads no page content and stores nothing. */
export function extensionFiles(rules: BrowserRules, version: string): Record<string, string> {
  const { windows, isKiosk, texts } = rules;
  const hasBareWindows = windows !== 'free';
  // All parts share one service worker.
  const background = [
    unreached(texts !== null),
    ...(hasBareWindows ? [popupWindows(windows)] : []),
    ...(isKiosk ? [DEAD_PAGES] : []),
  ].join('\n');
  const filters = netRules(rules.lists);
  const own = [PROBE_BLOCKED, ...(rules.doNotTrack ? [DO_NOT_TRACK] : [])];
  const netRequest = [...filters, ...own.map((rule, index) => ({ id: filters.length + index + 1, ...rule }))];
  const manifest = {
    manifest_version: 3,
    name: 'Berth',
    version,
    permissions: ['declarativeNetRequest', 'storage', 'tabs', 'webNavigation', ...(isKiosk ? ['alarms'] : [])],
    background: { service_worker: 'background.js' },
    // Required to change request headers; no script reads a page.
    ...(rules.doNotTrack ? { host_permissions: ['<all_urls>'] } : {}),
    declarative_net_request: { rule_resources: [{ id: 'lists', enabled: true, path: 'rules.json' }] },
    content_scripts: [
      ...(rules.noContextMenu ? [{ ...EVERYWHERE, js: ['context-menu.js'] }] : []),
      ...(hasBareWindows ? [{ ...EVERYWHERE, js: ['themed-windows.js'], world: 'MAIN' }] : []),
    ],
  };
  return {
    'manifest.json': JSON.stringify(manifest),
    'rules.json': JSON.stringify(netRequest),
    ...(rules.noContextMenu ? { 'context-menu.js': NO_CONTEXT_MENU } : {}),
    'background.js': background,
    ...(hasBareWindows ? { 'themed-windows.js': THEMED_WINDOWS } : {}),
    ...(texts ? unreachedFiles(texts) : {}),
  };
}
