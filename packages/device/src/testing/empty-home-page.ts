import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BRIDGE_EVENTS_PATH, BRIDGE_SUBPROTOCOL, BRIDGE_TOKEN_META } from '@berth/contract/bridge/methods';

/** Connects to the agent, as a loaded page does. To be part of a page's script. */
export const LISTEN = `
  const { content } = document.querySelector('meta[name="${BRIDGE_TOKEN_META}"]');
  const address = location.origin.replace('http', 'ws') + '${BRIDGE_EVENTS_PATH}';
  const listen = () => new WebSocket(address, ['${BRIDGE_SUBPROTOCOL}', content]);`;

const PAGE = `<!doctype html><head><title>Berth</title></head><body><script nonce="__CSP_NONCE__">${LISTEN}
  listen();
</script>`;

/**
 * Makes an empty home screen that counts as loaded, unless the folder has a page: its browser would be restarted again and
 * again.
 */
export async function ensureHomePage(clientFolder: string): Promise<void> {
  const file = join(clientFolder, 'session.html');
  if (!existsSync(file)) await writeFile(file, PAGE);
}
