import type { WebSocket } from 'ws';

/** When this many bytes wait for one socket, the other is paused. */
const HIGH_WATER = 512 * 1024;

/** Pipes two paused sockets into each other, each no faster than the other accepts. */
export function pipeSockets(a: WebSocket, b: WebSocket): void {
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

/** Ends a socket whose peer answers no ping. */
export function endWhenSilent(
  socket: WebSocket,
  { pingMs, silentMs }: { readonly pingMs: number; readonly silentMs: number },
): void {
  let heard = performance.now();
  const timer = setInterval(() => {
    // A paused socket delivers no pongs either, so it does not count as silent.
    if (socket.isPaused) heard = performance.now();
    if (performance.now() - heard > silentMs) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, pingMs).unref();
  socket.on('pong', () => {
    heard = performance.now();
  });
  socket.on('close', () => clearInterval(timer));
}
