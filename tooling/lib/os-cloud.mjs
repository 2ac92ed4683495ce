import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocketServer } from 'ws';

/**
 * @typedef {{ kind: string, version: string, proved: boolean, next: string | null,
 *   failed: { version: string, reason: string }[] }} ReportedSystem
 * @typedef {{ ok: boolean, output: string }} Result
 */

const LOOK_MS = 250;
/** Closes the connection of a machine that no organization has; as in the contract. */
const NOT_REGISTERED = 4404;
/** Bytes of a file after which the connection is cut, once per file: downloads have to be resumed. */
const CUT_AT = 20_000_000;

/**
 * The cloud's end of one emulated machine: the gateway as the contract has it, and a folder of versions.
 * @param {(line: string) => void} tell
 * @param {{ sendsParts?: boolean }} [options] sendsParts: false: a machine can continue a file, but not ask for blocks of it.
 */
export function startOsCloud(tell, { sendsParts = true } = {}) {
  let folder = '';
  /** @type {string | null} */
  let manifest = null;
  /** @type {{ type: string, message: string }[]} */
  const logs = [];
  let fetched = 0;
  let connections = 0;
  let isRegistered = true;
  /** @type {import('ws').WebSocket | null} */
  let socket = null;
  /** @type {ReportedSystem | null} */
  let system = null;
  /** @type {Record<string, unknown> | null} */
  let hardware = null;
  /** @type {string | null} */
  let machine = null;
  /** @type {Map<string, Result>} */
  const results = new Map();
  /** @type {Set<string>} */
  const cut = new Set();
  let resumed = 0;

  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://cloud');
    if (pathname === '/config.json') return void reply.end(JSON.stringify(configOf(request.headers.host ?? '')));
    if (!pathname.startsWith('/os/')) return void reply.writeHead(404).end();
    if (manifest !== null && pathname.endsWith('/manifest.json')) return void reply.end(manifest);
    fetched += 1;
    const file = join(folder, pathname.slice('/os/'.length));
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return void reply.writeHead(404).end();
    const range = partOf(request.headers.range, size, sendsParts);
    const from = range?.from ?? 0;
    const end = range?.end ?? size;
    if (from > 0 && end === size) resumed += 1;
    // Who asked for a part and gets the whole file gives up by itself.
    const isGivenUp = request.headers.range !== undefined && range === null;
    const isCut = end - from > CUT_AT && !cut.has(file) && !isGivenUp;
    if (isCut) cut.add(file);
    reply.writeHead(range ? 206 : 200, { 'content-length': end - from });
    const stream = createReadStream(file, { start: from, end: (isCut ? from + CUT_AT : end) - 1 });
    stream.pipe(reply, { end: false });
    stream.on('end', () => (isCut ? reply.destroy() : reply.end()));
  });

  new WebSocketServer({ server, path: '/gateway' }).on('connection', (opened) => {
    socket = opened;
    connections += 1;
    const say = (/** @type {object} */ message) => opened.send(JSON.stringify(message));
    say({ type: 'challenge', nonce: `nonce-${connections}`, protocol: 1 });
    opened.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'ping') say({ type: 'pong' });
      if (message.type === 'result') results.set(message.id, message);
      if (message.type === 'log') {
        for (const { type, message: text } of message.entries) tell(`log ${type} ${text}`);
        logs.push(...message.entries);
      }
      if (message.reported) {
        const before = JSON.stringify(system);
        hardware = message.reported.hardware ?? null;
        system = message.reported.hardware?.system ?? null;
        if (JSON.stringify(system) !== before) tell(`reports ${JSON.stringify(system)}`);
      }
      if (message.type !== 'authenticate') return;
      machine = message.id;
      if (isRegistered) say({ type: 'welcome', desired: DESIRED });
      else opened.close(NOT_REGISTERED);
    });
    opened.on('close', () => {
      if (socket === opened) socket = null;
    });
  });

  return {
    /**
     * @param {number} [port] 0: any that is free
     * @returns {Promise<number>} the port
     */
    listen: (port = 0) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () =>
          resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
        );
      }),
    get resumed() {
      return resumed;
    },
    /** Files that were asked for, without manifests that were given as text. */
    get fetched() {
      return fetched;
    },
    /** What the machine wrote into the cloud's log. */
    logs,
    /** The ID of the machine that was the last to authenticate. */
    get machine() {
      return machine;
    },
    /** As last reported. */
    get hardware() {
      return hardware;
    },
    /**
     * Before another machine, or the same one, is started.
     * @param {boolean} registered whether the cloud knows it
     */
    expect: (registered) => {
      isRegistered = registered;
      socket?.terminate();
      socket = null;
      system = null;
    },
    /**
     * @param {string} path the folder of the version offered from now on
     * @param {string | null} text instead of its manifest
     */
    offer: (path, text = null) => {
      folder = path;
      manifest = text;
    },
    /**
     * Waits until the machine is connected and reports this.
     * @param {(system: ReportedSystem) => boolean} isSo
     * @param {AbortSignal} signal
     */
    reports: async (isSo, signal) => {
      while (!(socket && system && isSo(system))) await pause(LOOK_MS, undefined, { signal });
      return /** @type {ReportedSystem} */ (system);
    },
    /**
     * Sends a command and waits for its result.
     * @param {string} command
     * @param {AbortSignal} signal
     * @param {object} [payload]
     * @returns {Promise<Result>}
     */
    order: async (command, signal, payload = {}) => {
      const id = crypto.randomUUID();
      while (!socket) await pause(LOOK_MS, undefined, { signal });
      socket.send(JSON.stringify({ type: 'command', id, command, expiresInMs: 600_000, payload }));
      for (;;) {
        const result = results.get(id);
        if (result) return result;
        await pause(LOOK_MS, undefined, { signal });
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * The bytes that a request asks for, `end` excluded; null: the whole file.
 * @param {string | undefined} header
 * @param {number} size
 * @param {boolean} sendsParts whether it may end before the file does
 */
function partOf(header, size, sendsParts) {
  const [, from, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || (last && !sendsParts)) return null;
  return { from: Number(from), end: last ? Number(last) + 1 : size };
}

/**
 * What the cloud says of itself.
 * @param {string} host as the machine reaches it
 */
function configOf(host) {
  return {
    version: 'proof',
    releaseChannel: 'development',
    apiBase: `http://${host}/api`,
    demoApiBase: null,
    gateway: `ws://${host}/gateway`,
    identity: { authority: `http://${host}`, clientId: '', machineClientId: '', scope: '', implicit: false },
    signaling: Array(3).fill(`ws://${host}/signaling`),
    cloudHosts: [],
    errorReporting: null,
  };
}

const DESIRED = {
  organizationId: crypto.randomUUID(),
  organizationName: 'Company',
  machineName: 'Reception',
  deployment: 'vanilla',
  contextRevision: 0,
  context: {},
  profile: null,
};
