// @vitest-environment happy-dom
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MirrorLine } from '../../testing/mirror-line.ts';
import { MirrorHost } from './host.ts';

const peer = vi.hoisted(() => ({ current: undefined as unknown }));
vi.mock('../../data/mirror/open-peer.ts', async (actual) => ({
  ...(await actual<object>()),
  openPeer: async () => peer.current,
  onCodeUsed: () => {},
  forgetLost: () => {},
}));
vi.mock('./codes.ts', () => ({
  keepCode: () => ({ take: (code: string) => code === 'code', renew: () => {}, stop: () => {} }),
}));

let door: EventEmitter;
let host: MirrorHost;
let heldUp: number;

beforeEach(async () => {
  vi.useFakeTimers();
  sessionStorage.clear();
  heldUp = 0;
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + heldUp);
  peer.current = door = Object.assign(new EventEmitter(), { destroy: () => {} });
  const rule = () => ({ mode: 'always', windowMs: 0 });
  const options = { bridge: {} as never, signalling: ['', '', ''], rule, endAirplay: () => {} };
  host = new MirrorHost({ ...options, onAttention: () => {} });
  await host.start();
});
afterEach(() => {
  host.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function knock(from: string, change: object = {}): MirrorLine {
  const line = new MirrorLine(from);
  door.emit('connection', line);
  line.hear({ type: 'hello', version: 3, name: from, key: 'code', ticket: null, wants: 'show', ...change });
  return line;
}

const names = () => host.state.get().guests.map(({ name }) => name);
const told = ({ said }: MirrorLine) => said.flatMap(({ type, reason }) => (type === 'refused' ? [reason] : []));

test('whoever is not let in is told why', () => {
  expect(told(knock('old', { version: 2 }))).toEqual(['version']);
  expect(told(knock('guess', { key: 'another code' }))).toEqual(['code']);
  for (let guest = 1; guest <= 9; guest++) expect(told(knock(`guest ${guest}`))).toEqual([]);
  expect(told(knock('tenth'))).toEqual(['full']);
  expect(names()).toHaveLength(9);
});

test('a guest who says nothing any more is gone after five seconds, and no other one', () => {
  const ann = knock('ann');
  knock('ben');
  for (let second = 0; second < 7; second++) {
    vi.advanceTimersByTime(1_000);
    ann.hear({ type: 'ping' });
  }
  expect(names()).toEqual(['ann']);
});

test('while the page itself is held up nobody counts as gone', () => {
  const ann = knock('ann');
  heldUp = 20_000;
  vi.advanceTimersByTime(1_000);
  expect(names()).toEqual(['ann']);
  ann.hear({ type: 'ping' });
  vi.advanceTimersByTime(4_000);
  expect(names()).toEqual(['ann']);
  vi.advanceTimersByTime(3_000);
  expect(names()).toEqual([]);
});
