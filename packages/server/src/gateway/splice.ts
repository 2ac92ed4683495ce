import type { WebSocket } from 'ws';

/** Bytes that may wait for one side before the other is not read any more. */
const HIGH_WATER = 512 * 1024;

/** Passes on what each of two paused sockets sends, no faster than the other takes it. */
export function splice(a: WebSocket, b: WebSocket): void {
  pipe(a, b);
  pipe(b, a);
}

function pipe(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => {
    if (to.readyState !== to.OPEN) return;
    to.send(data, { binary: isBinary }, () => {
      if (from.isPaused && from.readyState === from.OPEN) from.resume();
    });
    if (to.bufferedAmount > HIGH_WATER) from.pause();
  });
  from.resume();
}
