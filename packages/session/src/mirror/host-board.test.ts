// @vitest-environment happy-dom
import { EventEmitter } from 'node:events';
import type { MirrorHostIdentity } from '@berth/contract/bridge/screen';
import { BOARD_LABEL } from '@berth/web/data/mirror/open-peer.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sharedBoard } from '../state/shared-board.ts';
import { MirrorLine } from '../testing/mirror-line.ts';
import { MirrorHost } from './host.ts';

const peer = vi.hoisted(() => ({ current: undefined as unknown }));
vi.mock('@berth/web/data/mirror/open-peer.ts', async (actual) => ({
  ...(await actual<object>()),
  openPeer: async () => peer.current,
  onCodeUsed: () => {},
  forgetLost: () => {},
}));
vi.mock('./codes.ts', () => ({ keepCode: () => ({ take: () => true, renew: () => {}, stop: () => {} }) }));

const join = vi.fn();
const keep = vi.fn<(identity: MirrorHostIdentity) => void>();
const tokenNow = () => keep.mock.lastCall?.[0].token;
let door: EventEmitter;
let host: MirrorHost;

beforeEach(async () => {
  join.mockClear();
  keep.mockClear();
  door = Object.assign(new EventEmitter(), { destroy: () => {} });
  peer.current = door;
  const rule = () => ({ mode: 'never', windowMs: 0 }) as const;
  const options = { bridge: {} as never, signaling: ['', '', ''], rule, endAirplay: () => {}, kept: null, keep };
  host = new MirrorHost({ ...options, onAttention: () => {} });
  await host.start();
  onTestFinished(() => {
    sharedBoard.set(null);
    host.stop();
  });
});

function connect(line: MirrorLine): MirrorLine {
  door.emit('connection', line);
  line.emit('open');
  return line;
}

function knock(from: string, wants = 'show'): MirrorLine {
  const line = connect(new MirrorLine(from));
  line.emit('data', JSON.stringify({ type: 'hello', version: 3, name: from, key: 'code', ticket: null, wants }));
  return line;
}

const admit = () => host.decide(host.state.get().requests[0]?.key ?? '', true);

test('an admitted guest is told of a shared board and connected to it; it closes with them', () => {
  const ann = knock('ann');
  admit();
  sharedBoard.set({ join });
  expect(ann.said.at(-1)).toEqual({ type: 'board', open: true });
  const board = connect(new MirrorLine('ann', BOARD_LABEL));
  expect(join).toHaveBeenCalledOnce();
  host.end(host.state.get().guests[0]?.key ?? '');
  expect(board.close).toHaveBeenCalled();
});

test('a guest who joins while a board is shared is told after admission', () => {
  sharedBoard.set({ join });
  const ann = knock('ann');
  expect(ann.said.map(({ type }) => type)).not.toContain('board');
  admit();
  expect(ann.said).toContainEqual({ type: 'board', open: true });
  sharedBoard.set(null);
  expect(ann.said.at(-1)).toEqual({ type: 'board', open: false });
});

test('a peer ID taken by another machine is given up: guests use a new one from then on', async () => {
  const ann = knock('ann');
  admit();
  const token = tokenNow();
  const taken = door;
  door = peer.current = Object.assign(new EventEmitter(), { destroy: () => {} });
  taken.emit('error', { type: 'unavailable-id' });
  expect(host.state.get().guests).toEqual([]);
  expect(tokenNow()).not.toBe(token);
  await expect.poll(() => door.listenerCount('connection')).toBe(1);
  knock('ben');
  expect(host.state.get().requests).toMatchObject([{ name: 'ben' }]);
  expect(ann.said.at(-1)?.type).not.toBe('waiting');
});

test('a caller without a camera is known to have none', () => {
  const ann = knock('ann', 'call');
  admit();
  expect(host.state.get().guests).toMatchObject([{ name: 'ann', media: null }]);
  ann.emit('data', JSON.stringify({ type: 'media', camera: 'none', microphone: 'on' }));
  expect(host.state.get().guests).toMatchObject([{ name: 'ann', media: { camera: 'none', microphone: 'on' } }]);
});

test.each([
  ['a stranger', () => undefined, new MirrorLine('eve', BOARD_LABEL)],
  ['who still waits', () => knock('ann'), new MirrorLine('ann', BOARD_LABEL)],
  [
    'who packs what is said in a way that nobody counts',
    () => [knock('ann'), admit()],
    new MirrorLine('ann', BOARD_LABEL, 'binary'),
  ],
])('%s is not connected to the board', (_, before, line) => {
  sharedBoard.set({ join });
  before();
  connect(line);
  expect(line.close).toHaveBeenCalled();
  expect(join).not.toHaveBeenCalled();
});
