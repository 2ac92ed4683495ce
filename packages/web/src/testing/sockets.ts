import { onTestFinished, vi } from 'vitest';

/** A WebSocket whose other end is the test. */
export class TestSocket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly address: string;
  readonly protocols: readonly string[];

  constructor(address: string, protocols: readonly string[]) {
    this.address = address;
    this.protocols = protocols;
    opened.push(this);
    waiting.shift()?.(this);
  }

  push(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {
    this.onclose?.();
  }
}

let opened: TestSocket[] = [];
let waiting: ((socket: TestSocket) => void)[] = [];

/** Replaces the browser's WebSocket; resolves with each socket that the code under test opens. */
export function stubSockets(): { readonly next: () => Promise<TestSocket> } {
  opened = [];
  waiting = [];
  let taken = 0;
  vi.stubGlobal('WebSocket', TestSocket);
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    next() {
      const socket = opened[taken++];
      return socket ? Promise.resolve(socket) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
