import type { Socket } from 'node:net';
import { REMOTE_CHANNEL, REMOTE_SILENT_MS, REMOTE_SUBPROTOCOL, type RemoteNews } from '@berth/contract/device/remote';
import type { PayloadOf } from '@berth/contract/rules/commands';
import { type RawData, WebSocket } from 'ws';
import type { Identity } from '../../state/identity.ts';
import { type Sealed, sealFor } from './sealed.ts';

/** How a way was closed: 1000 by either side, 1006 when it broke, and RFC 6455's other codes. */
const NORMAL = 1000;
const MALFORMED = 1008;
const HANDSHAKE_MS = 15_000;

type Channel = keyof typeof REMOTE_CHANNEL;

/** The machine's end of a sealed way to a viewer (contract device/remote.ts). */
export class Way {
  /** Resolves when it is closed, by whomever. */
  readonly closed: Promise<void>;
  /** What the viewer sends; a message that does not open ends the way before it gets here. */
  onMessage: (channel: number, bytes: Buffer) => void = () => {};
  readonly #socket: WebSocket;
  readonly #sealed: Sealed;

  private constructor(socket: WebSocket, sealed: Sealed) {
    this.#socket = socket;
    this.#sealed = sealed;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('message', (data: RawData) => this.#take(data));
    endWhenSilent(socket);
    socket.send(Buffer.from(JSON.stringify(sealed.hello)));
  }

  /** Rejects where the cloud cannot be reached, or does not know the way. */
  static open(payload: PayloadOf<'remote'>, cloud: URL, identity: Identity): Promise<Way> {
    const { path, token } = payload;
    const address = new URL(path, cloud);
    if (address.host !== cloud.host) throw new Error('A way leads through the cloud.');
    address.protocol = address.protocol.replace('http', 'ws');
    const options = { perMessageDeflate: false, handshakeTimeout: HANDSHAKE_MS };
    const socket = new WebSocket(address, [REMOTE_SUBPROTOCOL, token], options);
    const sealed = sealFor(payload, identity);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(new Way(socket, sealed)));
      socket.on('error', reject);
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Bytes that the cloud has not taken yet. */
  get waiting(): number {
    return this.#socket.bufferedAmount;
  }

  tell(news: RemoteNews): void {
    this.send('control', Buffer.from(JSON.stringify(news)));
  }

  /** `sent` is called when the bytes have left the process, or the way has closed. */
  send(channel: Channel, bytes: Uint8Array, sent: () => void = () => {}): void {
    if (this.isOpen) this.#socket.send(this.#sealed.seal(framed(channel, bytes)), () => sent());
    else sent();
  }

  close(code = NORMAL): void {
    this.#socket.close(code);
  }

  #take(data: RawData): void {
    const clear = this.#opened(data);
    if (clear) this.onMessage(clear[0] ?? -1, clear.subarray(1));
    else this.close(MALFORMED);
  }

  #opened(data: RawData): Buffer | null {
    try {
      return this.#sealed.open(Buffer.isBuffer(data) ? data : Buffer.from(data as ArrayBuffer));
    } catch {
      return null;
    }
  }
}

function framed(channel: Channel, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(REMOTE_CHANNEL[channel]), bytes]);
}

// The cloud pings: when it stops, nobody is there any more.
function endWhenSilent(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), REMOTE_SILENT_MS);
  socket.on('ping', () => timer.refresh());
  socket.once('close', () => clearTimeout(timer));
}

/** Bytes that may wait for the cloud before the screen is not read any more. */
const HIGH_WATER = 512 * 1024;

/** Passes the screen's bytes on, no faster than the cloud takes them. */
export function passOn(screen: Socket, way: Way): void {
  screen.on('data', (bytes) => {
    way.send('screen', bytes, () => screen.isPaused() && screen.resume());
    if (way.waiting > HIGH_WATER) screen.pause();
  });
  screen.on('error', () => screen.destroy());
}
