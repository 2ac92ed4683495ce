import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join, normalize } from 'node:path';
import { freePort } from '@berth/testing/ports';
import type { Browser } from '@playwright/test';
import { WebSocketServer } from 'ws';
import type { Viewer } from './viewer.ts';

const NOVNC = join(import.meta.dirname, '../../node_modules/@novnc/novnc');
const PAGE = `<!doctype html><div id=screen style="width:1200px;height:640px"></div><script type=module>
  import RFB from '/core/rfb.js';
  const rfb = new RFB(document.getElementById('screen'), location.origin.replace('http', 'ws'));
  rfb.scaleViewport = true;
  globalThis.rfb = rfb;
</script>`;

/** noVNC in a page, TigerVNC on the display, and a bare WebSocket between the two. */
export interface BareViewer extends Viewer {
  readonly dispose: () => Promise<void>;
}

export async function startBareViewer(browser: Browser, display: string): Promise<BareViewer> {
  const port = await freePort();
  const args = ['-display', display, '-rfbport', String(port), '-localhost', '-SecurityTypes', 'None'];
  const vnc = spawn('X0tigervnc', args, { stdio: 'ignore' });
  let bytes = 0;
  const server = createServer((request, response) => {
    const path = normalize(request.url ?? '/');
    const file = path === '/' ? Promise.resolve(PAGE) : readFile(join(NOVNC, path));
    file.then(
      (content) => {
        response.setHeader('content-type', path === '/' ? 'text/html' : 'text/javascript');
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    const screen = connect(port, '127.0.0.1');
    screen.setNoDelay(true);
    screen.on('data', (data) => {
      bytes += data.length;
      socket.send(data);
    });
    screen.on('close', () => socket.close());
    socket.on('message', (data: Buffer) => screen.write(data));
    socket.on('close', () => screen.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const page = await (await browser.newContext()).newPage();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
  await page.locator('canvas').waitFor();
  return {
    page,
    canvas: 'canvas',
    received: () => bytes,
    dispose: async () => {
      await page.context().close();
      vnc.kill();
      sockets.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
