import { REMOTE_CHANNEL, REMOTE_SUBPROTOCOL, type RemoteHello, type RemoteNews } from '@berth/contract/device/remote';
import { agreeOnKeys, type KeyExchange } from './key-agreement.ts';

export interface SealedChannelHandlers {
  readonly news: (news: RemoteNews) => void;
  readonly screen: (bytes: ArrayBuffer) => void;
  readonly terminal: (bytes: ArrayBuffer) => void;
  readonly file: (bytes: ArrayBuffer) => void;
  /** `fault` if a message failed to decrypt or authenticate. */
  readonly closed: (fault: unknown) => void;
}

/** The viewer's end of an end-to-end encrypted channel to a machine's screen. */
export class SealedChannel {
  readonly #socket: WebSocket;
  readonly #handlers: SealedChannelHandlers;
  #keys: { readonly inward: CryptoKey; readonly outward: CryptoKey } | null = null;
  #received = 0n;
  #sent = 0n;
  /** Messages are decrypted and encrypted in order: their number is their nonce. */
  #reading: Promise<void> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();
  #fault: unknown = null;

  constructor(
    cloud: { readonly address: string; readonly token: string },
    meeting: KeyExchange,
    handlers: SealedChannelHandlers,
  ) {
    this.#handlers = handlers;
    this.#socket = new WebSocket(cloud.address, [REMOTE_SUBPROTOCOL, cloud.token]);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onmessage = ({ data }) => {
      this.#reading = this.#reading.then(() => this.#take(data, meeting)).catch((error: unknown) => this.#fail(error));
    };
    this.#socket.onclose = () => void this.#reading.then(() => handlers.closed(this.#fault));
  }

  send(channel: keyof typeof REMOTE_CHANNEL, bytes: Uint8Array): void {
    const clear = new Uint8Array(bytes.length + 1);
    clear[0] = REMOTE_CHANNEL[channel];
    clear.set(bytes, 1);
    this.#writing = this.#writing
      .then(async () => {
        if (!this.#keys || this.#socket.readyState !== WebSocket.OPEN) return;
        const iv = nonce(this.#sent++);
        this.#socket.send(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, this.#keys.outward, clear));
      })
      .catch((error: unknown) => this.#fail(error));
  }

  close(): void {
    this.#socket.close(1000);
  }

  async #take(data: unknown, meeting: KeyExchange): Promise<void> {
    if (!(data instanceof ArrayBuffer) || this.#fault !== null) return;
    if (!this.#keys) {
      this.#keys = await agreeOnKeys(parse<RemoteHello>(data), meeting);
      return;
    }
    const iv = nonce(this.#received++);
    const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, this.#keys.inward, data);
    const [channel] = new Uint8Array(clear, 0, 1);
    const content = clear.slice(1);
    const { news, screen, terminal, file } = this.#handlers;
    if (channel === REMOTE_CHANNEL.screen) screen(content);
    else if (channel === REMOTE_CHANNEL.terminal) terminal(content);
    else if (channel === REMOTE_CHANNEL.file) file(content);
    else if (channel === REMOTE_CHANNEL.control) news(parse<RemoteNews>(content));
  }

  #fail(error: unknown): void {
    this.#fault ??= error;
    this.#socket.close(1000);
  }
}

function parse<Value>(bytes: ArrayBuffer): Value {
  return JSON.parse(new TextDecoder().decode(bytes)) as Value;
}

function nonce(count: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12);
  new DataView(bytes.buffer).setBigUint64(4, count);
  return bytes;
}
