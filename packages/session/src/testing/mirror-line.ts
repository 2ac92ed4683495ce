import { EventEmitter } from 'node:events';
import { vi } from 'vitest';

interface Said {
  readonly type: string;
  readonly reason?: string;
}

/** A guest's data connection as PeerJS hands it to the machine, with what was said on it. */
export class MirrorLine extends EventEmitter {
  readonly said: Said[] = [];
  /** As PeerJS does, it says nothing of the end of what was never open. */
  readonly close = vi.fn(() => void (this.open && this.emit('close')));
  open = true;
  readonly peer: string;
  readonly label: string;
  readonly serialization: string;
  /** What the connection below says of itself. */
  peerConnection: { connectionState: string } | null = null;

  constructor(from: string, label = '', serialization = 'raw') {
    super();
    [this.peer, this.label, this.serialization] = [from, label, serialization];
  }

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  /** What the guest says. */
  hear(message: object): void {
    this.emit('data', JSON.stringify(message));
  }
}
