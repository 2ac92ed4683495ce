import { EventEmitter } from 'node:events';
import { vi } from 'vitest';

interface Said {
  readonly type: string;
  readonly reason?: string;
  readonly key?: string;
}

/** A guest's data connection as PeerJS passes it to the machine, with its messages. */
export class MirrorLine extends EventEmitter {
  readonly said: Said[] = [];
  /** Like PeerJS, emits no close event if it was never open. */
  readonly close = vi.fn(() => void (this.open && this.emit('close')));
  open = true;
  readonly peer: string;
  readonly label: string;
  readonly serialization: string;
  /** The state of the underlying connection. */
  peerConnection: { connectionState: string } | null = null;

  constructor(from: string, label = '', serialization = 'raw') {
    super();
    [this.peer, this.label, this.serialization] = [from, label, serialization];
  }

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  /** Simulates a message of the guest. */
  hear(message: object): void {
    this.emit('data', JSON.stringify(message));
  }
}
