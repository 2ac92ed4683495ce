import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Server, startServer } from '../kit/server.ts';
import { type Site, startSite } from '../kit/site.ts';
import { startTurn } from '../kit/turn.ts';
import { askRelay } from '../kit/turn-client.ts';

/**
 * The signaling server with third-party clients: the published, unmodified `peerjs` client in a real browser, and a
 * real coturn.
 */
const PEERJS = join(import.meta.dirname, '../../node_modules/peerjs/dist/peerjs.min.js');

/** What a page does with PeerJS: open an echoing peer, and talk to another one. */
const PEER_SCRIPT = `
  async function openPeer({ url, id, token, policy }) {
    const { hostname, port, origin } = new URL(url);
    const { iceServers } = await (await fetch(origin + '/api/p2p-helper/ice-servers')).json();
    const config = { iceServers, iceTransportPolicy: policy };
    globalThis.peer = new Peer(id, { host: hostname, port: Number(port), path: '/signaling/1', config, token });
    peer.on('connection', (other) => other.on('data', (data) => other.send('echo of ' + data)));
    peer.on('call', (call) => call.answer());
    return new Promise((resolve) => {
      peer.on('open', resolve);
      peer.on('error', ({ type }) => resolve(type));
    });
  }
  function say(id, text) {
    const other = peer.connect(id);
    return new Promise((resolve) => {
      other.on('open', () => other.send(text));
      other.on('data', resolve);
      peer.on('error', ({ type }) => resolve(type));
      other.on('iceStateChanged', (state) => state === 'failed' && resolve('ice failed'));
    });
  }
  /** The kinds of candidates at both ends of the pair in use. */
  async function path() {
    const [[{ peerConnection }]] = Object.values(peer.connections);
    const stats = await peerConnection.getStats();
    const all = [...stats.values()];
    const { selectedCandidatePairId } = all.find(({ type }) => type === 'transport');
    const pair = stats.get(selectedCandidatePairId);
    return [stats.get(pair.localCandidateId), stats.get(pair.remoteCandidateId)].map((each) => each.candidateType);
  }`;

/** A page whose direct ICE candidates become reachable later than its relay. */
const SLOW_NETWORK = `
  const add = RTCPeerConnection.prototype.addIceCandidate;
  const opening = new Promise((resolve) => { globalThis.openTheWay = resolve; });
  RTCPeerConnection.prototype.addIceCandidate = async function (candidate) {
    if (!candidate.candidate.includes(' relay ')) await opening;
    return add.call(this, candidate);
  };`;

let site: Site;
test.beforeAll(async () => {
  site = await startSite('Peers');
});
test.afterAll(() => site?.dispose());

async function peerPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.addScriptTag({ path: PEERJS });
  await page.addScriptTag({ content: PEER_SCRIPT });
  return page;
}

interface Options {
  readonly id?: string;
  readonly token?: string;
  readonly policy?: 'all' | 'relay';
}

const open = (page: Page, { url }: Server, options: Options = {}) =>
  page.evaluate<string>(`openPeer(${JSON.stringify({ url, policy: 'all', ...options })})`);
const say = (page: Page, id: string, text: string) =>
  page.evaluate<string>(`say(${JSON.stringify(id)}, ${JSON.stringify(text)})`);

test('an unmodified PeerJS client works: IDs, messages both ways, a taken ID, a missing peer', async ({ browser }) => {
  const server = await startServer();
  const [ann, ben, eve] = [await peerPage(browser), await peerPage(browser), await peerPage(browser)];
  const id = await open(ann, server);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await open(ben, server);
  expect(await say(ben, id, 'ahoy')).toBe('echo of ahoy');
  expect(await open(eve, server, { id, token: 'not the owner of this id' })).toBe('unavailable-id');
  expect(await say(ben, 'nobody-here', 'ahoy')).toBe('peer-unavailable');
  for (const page of [ann, ben, eve]) await page.close();
  await server.dispose();
});

test('the relay connects peers that cannot reach each other directly, and is dropped once they can', async ({
  browser,
}) => {
  const turn = await startTurn({ loopback: true });
  const server = await startServer({ ...turn.env });
  const [ann, ben] = [await peerPage(browser), await peerPage(browser)];
  const id = await open(ann, server, { policy: 'relay' });
  await open(ben, server, { policy: 'relay' });
  expect(await say(ben, id, 'ahoy')).toBe('echo of ahoy');
  expect(await ben.evaluate('path()')).toEqual(['relay', 'relay']);
  // Now they may connect directly, but the path opens later.
  for (const page of [ann, ben]) await page.evaluate(`peer.destroy(); ${SLOW_NETWORK}`);
  const other = await open(ann, server);
  await open(ben, server);
  expect(await say(ben, other, 'ahoy')).toBe('echo of ahoy');
  expect(await ben.evaluate('path()')).toContain('relay');
  for (const page of [ann, ben]) await page.evaluate('openTheWay()');
  await expect.poll(() => ben.evaluate('path()')).not.toContain('relay');
  for (const page of [ann, ben]) await page.close();
  await server.dispose();
  await turn.dispose();
});

/** The relay's URL and credentials, as the server hands them out. */
async function relayOf(server: Server): Promise<{ url: string; username: string; credential: string }> {
  const reply = await fetch(`${server.url}/api/p2p-helper/ice-servers`);
  const { iceServers } = (await reply.json()) as {
    iceServers: { urls: string[]; username: string; credential: string }[];
  };
  const [{ urls: [url = ''] = [], username = '', credential = '' } = {}] = iceServers;
  return { url, username, credential };
}

const refused = (addresses: readonly string[]) => Object.fromEntries(addresses.map((each) => [each, 403]));

test("the relay accepts the server's credentials, and refuses private addresses", async () => {
  const turn = await startTurn({ loopback: false });
  const server = await startServer({ ...turn.env });
  const relay = await relayOf(server);
  const nowhere = ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
  const answers = await askRelay(relay, [...nowhere, '93.184.215.14']);
  expect(answers).toEqual({ ...refused(nowhere), '93.184.215.14': 0 });
  await expect(askRelay({ ...relay, credential: 'guessed' }, [])).rejects.toThrow('401');
  await server.dispose();
  await turn.dispose();
});

test('the relay refuses private IPv6 addresses, and IPv6 addresses that embed an IPv4 address', async () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === '::1'));
  const turn = await startTurn({ loopback: false, ipv6: hasIpv6 });
  const server = await startServer({ ...turn.env });
  const local = ['::', '::1', 'fc00::1', 'fd00::1', 'fe80::1', 'fec0::1', 'ff02::1'];
  const carriers = [
    '::a01:203',
    '::ffff:a01:203',
    '64:ff9b::a01:203',
    '64:ff9b:1::a01:203',
    '2001::1',
    '2002:a01:203::1',
  ];
  const reserved = ['100::1', '2001:db8::1', '3fff::1', '5f00::1'];
  const nowhere = [...local, ...carriers, ...reserved];
  const asked = askRelay(await relayOf(server), [...nowhere, '2606:4700:4700::1111'], 6);
  // A relay without IPv6 refuses all IPv6 addresses.
  if (hasIpv6) expect(await asked).toEqual({ ...refused(nowhere), '2606:4700:4700::1111': 0 });
  else await expect(asked).rejects.toThrow('440');
  await server.dispose();
  await turn.dispose();
});
