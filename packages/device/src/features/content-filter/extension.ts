import { type NetRule, netRules } from './filter-list.ts';

/** The rules of a free browser that no policy of Chromium knows. */
export interface BrowserRules {
  /** Texts of filter lists; none where blocking is off. */
  readonly lists: readonly string[];
  readonly noContextMenu: boolean;
}

const NO_CONTEXT_MENU = "addEventListener('contextmenu', (event) => event.preventDefault(), { capture: true });\n";

/** The files of our extension: nothing but rules and, where asked for, one listener. It sees no page and keeps nothing. */
export function extensionFiles(rules: BrowserRules, version: string): Record<string, string> {
  const netRequest: NetRule[] = netRules(rules.lists);
  const manifest = {
    manifest_version: 3,
    name: 'Berth',
    version,
    ...(netRequest.length > 0
      ? {
          permissions: ['declarativeNetRequest'],
          declarative_net_request: { rule_resources: [{ id: 'lists', enabled: true, path: 'rules.json' }] },
        }
      : {}),
    ...(rules.noContextMenu
      ? {
          content_scripts: [
            {
              matches: ['<all_urls>'],
              js: ['context-menu.js'],
              run_at: 'document_start',
              all_frames: true,
              match_about_blank: true,
            },
          ],
        }
      : {}),
  };
  return {
    'manifest.json': JSON.stringify(manifest),
    ...(netRequest.length > 0 ? { 'rules.json': JSON.stringify(netRequest) } : {}),
    ...(rules.noContextMenu ? { 'context-menu.js': NO_CONTEXT_MENU } : {}),
  };
}
