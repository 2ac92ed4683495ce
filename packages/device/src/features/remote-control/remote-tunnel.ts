import type { Socket } from 'node:net';
import { REMOTE_CHANNEL, REMOTE_SILENT_MS, REMOTE_SUBPROTOCOL, type RemoteNews } from '@berth/contract/device/remote';
import type { PayloadOf } from '@berth/contract/rules/commands';
import { type RawData, WebSocket } from 'ws';
import type { Identity } from '../../state/identity.ts';
import { type Encryption, encryptionFor } from './encryption.ts';

/** How a tunnel was closed: 1000 by either side, 1006 when it broke, and RFC 6455's other codes. */
const NORMAL = 1000;
const MALFORMED = 1008;
const HANDSHAKE_MS = 15_000;

type Channel = keyof typeof REMOTE_CHANNEL;

/** The machine's end of an encrypted tunnel to a viewer (contract device/remote.ts). */
export class RemoteTunnel {
  /** Resolves when it is closed, by whomever. */
  readonly closed: Promise<void>;
  /** What the viewer sends; a message that does not open ends the tunnel before it gets here. */
  onMessage: (channel: number, bytes: Buffer) => void = () => {};
  readonly #socket: WebSocket;
  readonly #encryption: Encryption;

  private constructor(socket: WebSocket, encryption: Encryption) {
    this.#socket = socket;
    this.#encryption = encryption;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('message', (data: RawData) => this.#take(data));
    endWhenSilent(socket);
    socket.send(Buffer.from(JSON.stringify(encryption.hello)));
  }

  /** Rejects where the cloud cannot be reached, or does not know the tunnel. */
  static open(payload: PayloadOf<'remote'>, cloud: URL, identity: Identity): Promise<RemoteTunnel> {
    const { path, token } = payload;
    const address = new URL(path, cloud);
    if (address.host !== cloud.host) throw new Error('A remote tunnel leads through the cloud only.');
    address.protocol = address.protocol.replace('http', 'ws');
    const options = { perMessageDeflate: false, handshakeTimeout: HANDSHAKE_MS };
    const socket = new WebSocket(address, [REMOTE_SUBPROTOCOL, token], options);
    const encryption = encryptionFor(payload, identity);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(new RemoteTunnel(socket, encryption)));
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

  /** `sent` is called when the bytes have left the process, or the tunnel has closed. */
  send(channel: Channel, bytes: Uint8Array, sent: () => void = () => {}): void {
    if (this.isOpen) this.#socket.send(this.#encryption.encrypt(framed(channel, bytes)), () => sent());
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
      return this.#encryption.decrypt(Buffer.isBuffer(data) ? data : Buffer.from(data as ArrayBuffer));
    } catch {
      return null;
    }
  }
}

function framed(channel: Channel, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(REMOTE_CHANNEL[channel]), bytes]);
}

// The cloud pings: without pings the viewer is gone.
function endWhenSilent(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), REMOTE_SILENT_MS);
  socket.on('ping', () => timer.refresh());
  socket.once('close', () => clearTimeout(timer));
}

/** Bytes that may wait for the cloud before the screen is not read any more. */
const HIGH_WATER = 512 * 1024;

/** Passes the screen's bytes on, no faster than the cloud takes them. */
export function passOn(screen: Socket, tunnel: RemoteTunnel): void {
  screen.on('data', (bytes) => {
    tunnel.send('screen', bytes, () => screen.isPaused() && screen.resume());
    if (tunnel.waiting > HIGH_WATER) screen.pause();
  });
  screen.on('error', () => screen.destroy());
}
