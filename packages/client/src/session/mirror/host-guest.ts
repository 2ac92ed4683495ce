import type { DataConnection, MediaConnection } from 'peerjs';
import type { CallMedia, FromHost, Wish } from '../../data/mirror/messages.ts';
import { startFast } from '../../data/mirror/start-rate.ts';
import { closeSoon, type Hello, say } from './host-door.ts';

type Known = Pick<Hello, 'name' | 'wants'> & { readonly heardAt: number };

/** One guest's connections, from knocking to leaving. */
export class HostGuest {
  readonly key: string;
  readonly name: string;
  readonly wants: Wish;
  /** In the time that the page was awake for. */
  heardAt: number;
  paused = false;
  media: CallMedia | null = null;
  stream: MediaStream | null = null;
  admitted = false;
  readonly #data: DataConnection;
  #call: MediaConnection | null = null;
  #kept: DataConnection | null = null;

  constructor(data: DataConnection, key: string, { name, wants, heardAt }: Known) {
    this.#data = data;
    this.key = key;
    this.name = name;
    this.wants = wants;
    this.heardAt = heardAt;
  }

  get peer(): string {
    return this.#data.peer;
  }

  send(message: FromHost): void {
    say(this.#data, message);
  }

  /** Takes the guest's picture, and gives `own` back where this is a call. */
  answer(call: MediaConnection, own: MediaStream | undefined, onStream: () => void): void {
    this.#call?.close();
    this.#call = call;
    call.on('stream', (stream) => {
      this.stream = stream;
      onStream();
    });
    call.on('close', () => {
      if (this.#call !== call) return;
      this.stream = null;
      onStream();
    });
    call.answer(own, this.wants === 'show' ? { sdpTransform: startFast } : {});
  }

  /** A connection that goes with the guest. */
  keep(data: DataConnection): void {
    this.#kept?.close();
    this.#kept = data;
  }

  close(): void {
    this.#call?.close();
    this.#kept?.close();
    closeSoon(this.#data);
  }
}
