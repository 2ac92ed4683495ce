import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { browserOptions } from './browser.ts';
import { speakEnglish, t } from './texts.ts';

/** Actions of guests and machines that share their screens. */
const PEERJS = join(import.meta.dirname, '../../node_modules/peerjs/dist/peerjs.min.js');
const CODE = /[1-3][0-9a-f]{2} [0-9a-f]{3} [0-9a-f]{3}/;

/** A guest's browser that always agrees to share a generated screen. */
export function launchGuest(): Promise<Browser> {
  const args = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=display-media-type=monitor'];
  return chromium.launch({ ...browserOptions, args: [...(browserOptions.args ?? []), ...args] });
}

export async function guestPage(browser: Browser, serverUrl: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await speakEnglish(page);
  await page.goto(`${serverUrl}/share`);
  return page;
}

export const guideOf = (screen: Page) => screen.getByRole('region', { name: t('mirror.guide.title') });
export const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });
export const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

/** The code shown on the screen. */
export async function codeOn(screen: Page, guide = guideOf(screen)): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      code = CODE.exec((await guide.textContent()) ?? '')?.[0] ?? '';
      return code;
    })
    .toMatch(CODE);
  return code;
}

/** A guest enters code and name. */
export async function askToJoin(page: Page, name: string, code: string): Promise<void> {
  await page.getByLabel(t('mirror.share.code')).fill(code);
  await page.getByLabel(t('mirror.share.name')).fill(name);
  await button(page, 'mirror.share.connect').click();
}

/** Number of streams that have arrived and move. */
export const playing = (screen: Page) =>
  screen
    .locator('video')
    .evaluateAll(
      (videos) =>
        (videos as HTMLVideoElement[]).filter((video) => video.videoWidth > 0 && video.currentTime > 0).length,
    );

/** A page's network access, including WebRTC traffic. */
export interface Wire {
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

/**
 * Call it before the page connects: existing connections cannot be cut.
 *
 * @param what `peers` is the way to them alone: a machine's page keeps its agent, which is on the same computer.
 */
export async function wireOf(page: Page, what: 'all' | 'peers' = 'all'): Promise<Wire> {
  const session = await page.context().newCDPSession(page);
  const set = async (isCut: boolean) => {
    const rates = { latency: 1, downloadThroughput: -1, uploadThroughput: -1 };
    await session.send('Network.emulateNetworkConditions', {
      ...rates,
      offline: isCut && what === 'all',
      packetLoss: isCut ? 100 : 0,
    });
  };
  await session.send('Network.enable');
  await set(false);
  return { cut: () => set(true), mend: () => set(false) };
}

/**
 * Must be called before the page connects. Resolves with a function that breaks the data connection between guest and
 * machine; streams and network stay.
 */
export async function breakableConnection(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const made: { readonly connection: RTCPeerConnection; readonly channel: RTCDataChannel }[] = [];
    const create = RTCPeerConnection.prototype.createDataChannel;
    RTCPeerConnection.prototype.createDataChannel = function (this: RTCPeerConnection, ...args) {
      const channel = create.apply(this, args);
      made.push({ connection: this, channel });
      return channel;
    };
    Object.assign(globalThis, {
      breakConnection() {
        for (const { connection, channel } of made) if (connection.getSenders().length === 0) channel.close();
      },
    });
  });
  return () => page.evaluate('breakConnection()');
}

interface Attempt {
  /** One of PeerJS' serializations; ours by default. */
  readonly serialization?: string;
  readonly texts: readonly string[];
}

/**
 * Attempts of a hostile peer on a peer ID, by the published PeerJS client. Each attempt is a connection of its own that
 * sends its texts; resolves with the replies to each, without pings, and `closed` at the end if it was opened.
 */
export async function attack(
  page: Page,
  to: { readonly peerId: string; readonly signaling: string },
  attempts: readonly Attempt[],
): Promise<readonly (readonly string[])[]> {
  // A page at a loopback address, like a machine's: pages of other origins do not get this far.
  const site = createServer((_request, response) => response.end('<!doctype html><title>Eve</title>'));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  site.close();
  await page.addScriptTag({ path: PEERJS });
  return page.evaluate(`(${ATTACK})(${JSON.stringify({ ...to, attempts })})`);
}

const ATTACK = `async ({ peerId, signaling, attempts }) => {
  const { hostname, port, pathname } = new URL(signaling);
  const id = 'eve' + Math.random().toString(16).slice(2);
  const peer = new Peer(id, { host: hostname, port: Number(port), path: pathname, token: 'eve' });
  await new Promise((resolve) => peer.on('open', resolve));
  const attempt = ({ serialization = 'raw', texts }) => {
    const heard = [];
    const data = peer.connect(peerId, { serialization, reliable: true });
    data.on('data', (text) => JSON.parse(text).type === 'ping' || heard.push(text));
    data.on('open', () => texts.forEach((text) => data.send(text)));
    return new Promise((resolve) => {
      data.on('close', () => resolve([...heard, 'closed']));
      // A connection that never opens needs no closing.
      peer.on('over', () => resolve(heard));
    });
  };
  const all = attempts.map(attempt);
  await Promise.race([Promise.all(all), Promise.all(all.filter((_, index) => !attempts[index].serialization))]);
  peer.emit('over');
  return Promise.all(all);
}`;
