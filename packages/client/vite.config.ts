import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { barrelPlugin } from './scripts/barrel-plugin.ts';
import { contractPlugin } from './scripts/contract-plugin.ts';
import { excalidrawPlugin } from './scripts/excalidraw-plugin.ts';
import { firstLoadGroups } from './scripts/first-load.ts';
import { formsPlugin } from './scripts/forms-plugin.ts';
import { glyphsPlugin } from './scripts/glyphs-plugin.ts';
import { messagesPlugin } from './scripts/messages-plugin.ts';
import { symbolsPlugin } from './scripts/symbols-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Two entries: the console (index.html) and the machine's session (session.html). Whoever serves them replaces the
 * nonce's placeholder in every response.
 */
export default defineConfig({
  plugins: [
    react(),
    barrelPlugin(),
    contractPlugin(),
    excalidrawPlugin(),
    formsPlugin(),
    glyphsPlugin(),
    messagesPlugin(),
    symbolsPlugin(),
  ],
  // Excalidraw asks for it.
  define: { 'process.env.IS_PREACT': '"false"' },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Machines run Debian's Chromium, the console any current browser: light-dark() and nesting as they are.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    rolldownOptions: {
      input: { console: here('index.html'), session: here('session.html') },
      output: { codeSplitting: { groups: firstLoadGroups() } },
    },
    // On a machine the files are at hand: a list of what a screen needs would cost more than looking when it is needed.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostId }) => (hostId.includes('/session-') ? [] : files),
    },
    // Inlined pictures would need `data:` in the policy for fonts and scripts too.
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', proxy: devProxy() },
});

/** In development, calls go to a server started by `npm start` beside it. */
function devProxy(): Record<string, { target: string; ws?: boolean }> {
  const target = process.env.BERTH_DEV_SERVER ?? 'http://localhost:8080';
  const paths = ['/api', '/oidc', '/identity', '/config.json', '/openapi.json'];
  return Object.fromEntries(paths.map((path) => [path, { target }]));
}
