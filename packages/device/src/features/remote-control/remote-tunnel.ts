import type { Socket } from 'node:net';
import { REMOTE_CHANNEL, REMOTE_SILENT_MS, REMOTE_SUBPROTOCOL, type RemoteNews } from '@berth/contract/device/remote';
import type { PayloadOf } from '@berth/contract/rules/commands';
import { type RawData, WebSocket } from 'ws';
import type { Identity } from '../../state/identity.ts';
import { type Encryption, encryptionFor } from './encryption.ts';

/** Close codes of a tunnel: 1000 by either side, 1006 if the connection broke, others as in RFC 6455. */
const NORMAL = 1000;
const MALFORMED = 1008;
const HANDSHAKE_MS = 15_000;

type Channel = keyof typeof REMOTE_CHANNEL;

/** The machine's end of an encrypted tunnel to a viewer (contract device/remote.ts). */
export class RemoteTunnel {
  /** Resolves when either side has closed the tunnel. */
  readonly closed: Promise<void>;
  /** Called with each message of the viewer. A message that cannot be decrypted closes the tunnel instead. */
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

  /** Rejects if the cloud cannot be reached or does not know the tunnel. */
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

  /** Number of bytes that are not sent yet. */
  get waiting(): number {
    return this.#socket.bufferedAmount;
  }

  tell(news: RemoteNews): void {
    this.send('control', Buffer.from(JSON.stringify(news)));
  }

  /** Sends bytes; `sent` is called when they have left the process or the tunnel has closed. */
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

// The cloud sends pings: without them, the connection is dead.
function endWhenSilent(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), REMOTE_SILENT_MS);
  socket.on('ping', () => timer.refresh());
  socket.once('close', () => clearTimeout(timer));
}

/** Reading from the screen pauses while more bytes than this wait for the cloud. */
const HIGH_WATER = 512 * 1024;

/** Forwards the screen's bytes to the tunnel with back pressure. */
export function passOn(screen: Socket, tunnel: RemoteTunnel): void {
  screen.on('data', (bytes) => {
    tunnel.send('screen', bytes, () => screen.isPaused() && screen.resume());
    if (tunnel.waiting > HIGH_WATER) screen.pause();
  });
  screen.on('error', () => screen.destroy());
}
