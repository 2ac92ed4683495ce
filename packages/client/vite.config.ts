import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { barrelPlugin } from './scripts/barrel-plugin.ts';
import { contractPlugin } from './scripts/contract-plugin.ts';
import { excalidrawPlugin } from './scripts/excalidraw-plugin.ts';
import { firstLoadGroups, lateStylesPlugin, sessionChunksPlugin } from './scripts/first-load.ts';
import { formsPlugin } from './scripts/forms-plugin.ts';
import { glyphsPlugin } from './scripts/glyphs-plugin.ts';
import { guidePlugin } from './scripts/guide-plugin.ts';
import { mantinePlugin } from './scripts/mantine-plugin.ts';
import { messagesPlugin } from './scripts/messages-plugin.ts';
import { startingPlugin } from './scripts/starting-plugin.ts';
import { symbolsPlugin } from './scripts/symbols-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Two entries: the console (index.html) and the machine's session (session.html). The server or agent replaces the
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
    lateStylesPlugin(),
    guidePlugin(),
    mantinePlugin(),
    messagesPlugin(),
    sessionChunksPlugin(),
    startingPlugin(),
    symbolsPlugin(),
  ],
  // Required by Excalidraw.
  define: { 'process.env.IS_PREACT': '"false"' },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Machines run Debian's Chromium, the console any current browser: light-dark() and nesting stay unchanged.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    rolldownOptions: {
      input: { console: here('index.html'), session: here('session.html') },
      output: { codeSplitting: { groups: firstLoadGroups() } },
    },
    // On a machine files are local: a preload list would cost more than loading on demand.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostId }) => (hostId.includes('/session-') ? [] : files),
    },
    // Inlined images would require `data:` in the CSP for fonts and scripts too.
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', proxy: devProxy() },
});

/** In development, calls are proxied to a server started by `npm start`. */
function devProxy(): Record<string, { target: string; ws?: boolean }> {
  const target = process.env.BERTH_DEV_SERVER ?? 'http://localhost:8080';
  const paths = ['/api', '/oidc', '/identity', '/config.json', '/openapi.json'];
  return Object.fromEntries(paths.map((path) => [path, { target }]));
}
