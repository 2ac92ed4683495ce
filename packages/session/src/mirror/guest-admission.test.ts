import type { DataConnection } from 'peerjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MirrorLine } from '../testing/mirror-line.ts';
import { GuestAdmission } from './guest-admission.ts';

const HELLO = { type: 'hello', version: 3, name: 'Ann', key: 'code', ticket: null, wants: 'show' };
const onHello = vi.fn(() => ({ onMessage: () => {}, onGone: () => {} }));
let door: GuestAdmission;

beforeEach(() => {
  vi.useFakeTimers();
  onHello.mockClear();
  door = new GuestAdmission(onHello);
});
afterEach(() => void vi.useRealTimers());

function comes(open = true): MirrorLine {
  const line = new MirrorLine('ann');
  line.open = open;
  door.open(line as unknown as DataConnection);
  return line;
}

test('a guest that sends no hello within five seconds is disconnected', () => {
  const line = comes();
  vi.advanceTimersByTime(4_000);
  expect(line.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(line.close).toHaveBeenCalled();
});

test('a slow connection is waited for, and has five seconds once it is open', () => {
  const line = comes(false);
  vi.advanceTimersByTime(12_000);
  line.open = true;
  line.emit('open');
  vi.advanceTimersByTime(4_000);
  line.hear(HELLO);
  vi.advanceTimersByTime(60_000);
  expect(onHello).toHaveBeenCalledOnce();
  expect(line.close).not.toHaveBeenCalled();
});

test('connections that never open do not block others permanently', () => {
  for (let stranger = 0; stranger < 16; stranger++) comes(false);
  comes().hear(HELLO);
  expect(onHello).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  comes().hear(HELLO);
  expect(onHello).toHaveBeenCalledOnce();
});
