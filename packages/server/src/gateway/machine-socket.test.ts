import { PassThrough } from 'node:stream';
import { CLOSE } from '@berth/contract/device/messages';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { MachineSocket } from './machine-socket.ts';

const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;
/** One megabyte: what may wait for a slow machine. */
const WAITING_MAX = 1024 * 1024;

interface SentFrame {
  readonly data: string;
  readonly options: { readonly binary: boolean; readonly fin?: boolean };
  readonly written: (() => void) | undefined;
}

/** As much of a WebSocket as a machine's socket uses. */
function createSocket(forwardedFor?: string) {
  const frames: SentFrame[] = [];
  const ws = {
    OPEN,
    CLOSED,
    readyState: OPEN as number,
    bufferedAmount: 0,
    isPaused: false,
    send: (data: string | Buffer, options: SentFrame['options'], written?: () => void) =>
      void frames.push({ data: data.toString(), options, written }),
    close: vi.fn(() => {
      ws.readyState = CLOSING;
    }),
    terminate: vi.fn(),
    pong: vi.fn(),
    pause: vi.fn(() => {
      ws.isPaused = true;
    }),
    resume: vi.fn(() => {
      ws.isPaused = false;
    }),
  };
  const stream = new PassThrough();
  return { ws, stream, frames, socket: new MachineSocket(ws as unknown as WebSocket, stream, forwardedFor) };
}

it('sends messages as text, and a pong as a frame that is ready', () => {
  const { ws, stream, frames, socket } = createSocket();
  socket.send({ type: 'capture-screen' });
  expect(frames).toMatchObject([{ data: '{"type":"capture-screen"}', options: { binary: false } }]);
  socket.pong();
  const frame: Buffer = stream.read();
  expect([frame[0], frame[1], frame.subarray(2).toString()]).toEqual([0x81, 15, '{"type":"pong"}']);
  const payload = Buffer.from('ping');
  socket.answer(payload);
  expect(ws.pong).toHaveBeenCalledExactlyOnceWith(payload);
  ws.readyState = CLOSING;
  socket.send({ type: 'capture-screen' });
  socket.pong();
  socket.answer(payload);
  socket.sendParts([Buffer.from('late')], () => undefined);
  expect([frames.length, stream.read(), ws.pong.mock.calls.length, socket.isOpen]).toEqual([1, null, 1, false]);
});

it('disconnects a machine for which more than a megabyte waits, besides its desired state', () => {
  const { ws, frames, socket } = createSocket();
  ws.bufferedAmount = WAITING_MAX;
  socket.send({ type: 'capture-screen' });
  expect(frames).toHaveLength(1);
  socket.sendParts([Buffer.alloc(1_000)], () => undefined);
  ws.bufferedAmount = WAITING_MAX + 1_000;
  socket.send({ type: 'capture-screen' });
  expect(ws.close).not.toHaveBeenCalled();
  frames[1]?.written?.();
  socket.send({ type: 'capture-screen' });
  expect(ws.close).toHaveBeenCalledExactlyOnceWith(CLOSE.tooSlow);
  expect(frames).toHaveLength(3);
});

it('sends a message in parts as one, and tells when it is written', () => {
  const { frames, socket } = createSocket();
  const written = vi.fn();
  socket.sendParts(['{"a":', '1', '}'].map(Buffer.from), written);
  expect(frames.map(({ data, options }) => [data, options])).toEqual([
    ['{"a":', { binary: false, fin: false }],
    ['1', { binary: false, fin: false }],
    ['}', { binary: false, fin: true }],
  ]);
  expect(frames.map((frame) => frame.written === undefined)).toEqual([true, true, false]);
  expect([socket.isSendingDesired, written.mock.calls.length]).toEqual([true, 0]);
  frames[2]?.written?.();
  expect([socket.isSendingDesired, written.mock.calls.length]).toEqual([false, 1]);
});

it('is stuck once bytes wait for long without becoming fewer', () => {
  const { ws, socket } = createSocket();
  const look = (now: number, waiting: number) => {
    ws.bufferedAmount = waiting;
    return socket.isStuck(now, 100);
  };
  expect([look(0, 0), look(1_000, 10), look(1_099, 10), look(1_100, 10)]).toEqual([false, false, false, true]);
  expect([look(1_200, 9), look(1_300, 9), look(1_399, 20), look(1_400, 20)]).toEqual([false, false, false, true]);
  expect([look(1_500, 0), look(1_600, 0), look(9_000, 0)]).toEqual([false, false, false]);
});

it('cuts a connection whose peer does not finish closing it within two seconds', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { ws, socket } = createSocket();
  socket.giveWay();
  expect(ws.close).toHaveBeenCalledExactlyOnceWith(CLOSE.replaced);
  vi.advanceTimersByTime(1_999);
  expect(ws.terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ws.terminate).toHaveBeenCalledOnce();
  ws.readyState = CLOSED;
  socket.close(CLOSE.restarting);
  expect(ws.close).toHaveBeenCalledOnce();
  socket.cut();
  expect(ws.terminate).toHaveBeenCalledTimes(2);
});

it('pauses only an open connection, and resumes it until it is closed', () => {
  const { ws, socket } = createSocket();
  socket.resume();
  expect(ws.resume).not.toHaveBeenCalled();
  socket.pause();
  ws.readyState = CLOSING;
  socket.resume();
  socket.pause();
  expect([ws.pause.mock.calls.length, ws.resume.mock.calls.length]).toEqual([1, 1]);
  ws.isPaused = true;
  ws.readyState = CLOSED;
  socket.resume();
  expect(ws.resume).toHaveBeenCalledOnce();
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8::ffff:1', '2001:db8::ffff:1'],
  [undefined, undefined],
])('knows the address %s as %s', (given, expected) => {
  expect(createSocket(given).socket.address).toBe(expected);
});
