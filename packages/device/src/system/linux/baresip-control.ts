import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { PhoneEvent } from '../ports/media.ts';

interface Waiting {
  readonly resolve: (data: string) => void;
  readonly reject: (error: Error) => void;
}

/** Client of baresip's ctrl_tcp: JSON in netstrings. A reply has its command's token; events can come in between. */
export class BaresipControl {
  readonly #socket: Socket;
  readonly #reader = new NetstringReader();
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners: ((event: PhoneEvent) => void)[] = [];
  #count = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.#fail());
  }

  static async connect(port: number): Promise<BaresipControl> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new BaresipControl(socket);
  }

  command(command: string, params = ''): Promise<string> {
    if (this.#socket.destroyed) return Promise.reject(new Error('baresip is not running.'));
    this.#count += 1;
    const token = String(this.#count);
    return new Promise((resolve, reject) => {
      this.#waiting.set(token, { resolve, reject });
      this.#socket.write(encodeNetstring(JSON.stringify({ command, params, token })));
    });
  }

  onEvent(listener: (event: PhoneEvent) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    try {
      for (const text of this.#reader.read(chunk)) this.#take(JSON.parse(text));
    } catch {
      this.#socket.destroy();
    }
  }

  #take(message: Record<string, unknown>): void {
    const text = (key: string): string => (typeof message[key] === 'string' ? message[key] : '');
    if (message.event === true) {
      const event: PhoneEvent = {
        type: text('type'),
        account: text('accountaor'),
        peer: text('peeruri'),
        peerName: text('peerdisplayname'),
        param: text('param'),
      };
      for (const listener of this.#listeners) listener(event);
      return;
    }
    const waiting = this.#waiting.get(text('token'));
    this.#waiting.delete(text('token'));
    if (message.ok === true) waiting?.resolve(text('data'));
    else waiting?.reject(new Error(`baresip: ${text('data').trim() || 'refused'}`));
  }

  #fail(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('baresip has ended.'));
    this.#waiting.clear();
  }
}

/** Encodes a netstring, `<bytes>:<text>,` (D. J. Bernstein, 1997). */
export function encodeNetstring(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text)}:${text},`);
}

/** Decodes a stream of netstrings in chunks of any size. */
export class NetstringReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the texts that are complete. Throws if the stream is not valid. */
  read(chunk: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const texts: string[] = [];
    for (;;) {
      const colon = this.#rest.indexOf(':');
      if (colon < 0) break;
      const length = this.#rest.toString('latin1', 0, colon);
      if (!/^\d{1,7}$/.test(length)) throw new Error('not a netstring');
      const end = colon + 1 + Number(length);
      if (this.#rest.length <= end) break;
      texts.push(this.#rest.toString('utf8', colon + 1, end));
      this.#rest = this.#rest.subarray(end + 1);
    }
    return texts;
  }
}
