// @vitest-environment happy-dom
import { EventEmitter } from 'node:events';
import type { MirrorHostIdentity } from '@berth/contract/bridge/screen';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MirrorLine } from '../testing/mirror-line.ts';
import { type HostOptions, MirrorHost } from './host.ts';
import { startFast } from './host-guest.ts';

const replace = vi.hoisted(() => vi.fn());
const peer = vi.hoisted(() => ({ current: undefined as unknown }));
vi.mock('@berth/web/data/mirror/open-peer.ts', async (actual) => ({
  ...(await actual<object>()),
  openPeer: async () => peer.current,
  onCodeUsed: () => {},
  forgetLost: () => {},
}));
vi.mock('./codes.ts', () => ({
  keepCode: () => ({ take: (code: string) => code === 'code', renew: () => {}, replace, stop: () => {} }),
}));

const keep = vi.fn<(identity: MirrorHostIdentity) => void>();
const onAttention = () => {};
let options: HostOptions;
let door: EventEmitter;
let host: MirrorHost;
let heldUp: number;

beforeEach(async () => {
  vi.useFakeTimers();
  keep.mockClear();
  heldUp = 0;
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + heldUp);
  peer.current = door = Object.assign(new EventEmitter(), { destroy: () => {} });
  const rule = () => ({ mode: 'always', windowMs: 0 }) as const;
  options = { bridge: {} as never, signaling: ['', '', ''], rule, endAirplay: () => {}, kept: null, keep, onAttention };
  host = new MirrorHost(options);
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

test('a refused guest is told the reason', () => {
  expect(told(knock('old', { version: 2 }))).toEqual(['version']);
  expect(told(knock('guess', { key: 'another code' }))).toEqual(['code']);
  for (let guest = 1; guest <= 9; guest++) expect(told(knock(`guest ${guest}`))).toEqual([]);
  expect(told(knock('tenth'))).toEqual(['full']);
  expect(names()).toHaveLength(9);
});

test('a guest returns without a code after a crash of the page', async () => {
  const ann = knock('ann');
  const key = ann.said.find(({ type }) => type === 'welcome')?.key;
  const kept = keep.mock.lastCall?.[0] ?? null;
  peer.current = door = Object.assign(new EventEmitter(), { destroy: () => {} });
  const again = new MirrorHost({ ...options, kept });
  onTestFinished(() => again.stop());
  await again.start();
  expect(keep.mock.lastCall?.[0]).toEqual(kept);
  expect(told(knock('ann', { key }))).toEqual([]);
  expect(again.state.get().guests.map(({ name }) => name)).toEqual(['ann']);
});

test('the end of a session replaces the codes that were shown', () => {
  replace.mockClear();
  host.renewCodes();
  expect(replace).toHaveBeenCalledOnce();
});

test('a silent guest is removed after five seconds, and no other one', () => {
  const ann = knock('ann');
  knock('ben');
  for (let second = 0; second < 7; second++) {
    vi.advanceTimersByTime(1_000);
    ann.hear({ type: 'ping' });
    if (second === 4) expect(names()).toEqual(['ann', 'ben']);
  }
  expect(names()).toEqual(['ann']);
});

test('an unknown command is answered with error "unsupported", a prompt without a response is only logged', () => {
  const log = vi.spyOn(console, 'info').mockReturnValue();
  const ann = knock('ann');
  const before = ann.said.length;
  ann.hear({ type: 'prompt', prompt: 'are-you-there' });
  expect(ann.said).toHaveLength(before);
  expect(log).toHaveBeenCalledWith(expect.any(String), 'are-you-there');
  ann.hear({ type: 'dance' });
  expect(ann.said.slice(before)).toEqual([{ type: 'error', error: 'unsupported', command: 'dance' }]);
  expect(names()).toEqual(['ann']);
});

test('a guest gets a ping every second', () => {
  const ann = knock('ann');
  const pings = () => ann.said.filter(({ type }) => type === 'ping').length;
  vi.advanceTimersByTime(999);
  expect(pings()).toBe(0);
  for (let second = 1; second <= 4; second++) {
    vi.advanceTimersByTime(second === 1 ? 1 : 1_000);
    expect(pings()).toBe(second);
  }
});

test('a silent guest whose network responds stays while its page is blocked, and is removed with its network', () => {
  const ann = knock('ann');
  ann.peerConnection = { connectionState: 'connected' };
  vi.advanceTimersByTime(20_000);
  expect(names()).toEqual(['ann']);
  ann.peerConnection = { connectionState: 'disconnected' };
  vi.advanceTimersByTime(1_000);
  expect(names()).toEqual([]);
});

/** A call as PeerJS passes it to the machine. */
class Call extends EventEmitter {
  readonly peer: string;
  readonly connectionId: string;
  readonly answer = vi.fn();
  readonly close = vi.fn();
  constructor(peer: string) {
    super();
    [this.peer, this.connectionId] = [peer, `mc_${peer}`];
  }
  /** Simulates the connection, and with it, or later, the first frame. */
  begins(muted = false): { readonly seen: () => void } {
    const track = Object.assign(new EventTarget(), { muted, kind: 'video' });
    this.emit('stream', { id: this.peer, getVideoTracks: () => [track], getAudioTracks: () => [] });
    return { seen: () => void track.dispatchEvent(new Event('unmute')) };
  }
}

function shows(from: string): Call {
  const call = new Call(from);
  door.emit('call', call);
  return call;
}

test('streams start one after another: the next once the previous one shows a frame, or times out', () => {
  for (const name of ['ann', 'ben', 'cid']) knock(name);
  const calls = ['ann', 'ben', 'cid'].map(shows);
  const answered = () => calls.filter(({ answer }) => answer.mock.calls.length > 0).length;
  expect(answered()).toBe(1);
  const picture = calls[0]?.begins(true);
  expect(answered()).toBe(1);
  picture?.seen();
  expect(answered()).toBe(2);
  vi.advanceTimersByTime(2_000);
  expect(answered()).toBe(3);
});

test('a guest who leaves while queued is not answered and blocks no other guest', () => {
  const [, ben] = ['ann', 'ben', 'cid'].map((name) => knock(name));
  const calls = ['ann', 'ben', 'cid'].map(shows);
  ben?.hear({ type: 'leave' });
  calls[0]?.begins();
  expect(calls[1]?.answer).not.toHaveBeenCalled();
  expect(calls[2]?.answer).toHaveBeenCalled();
});

test('connections end one after another, the streams disappear right away', () => {
  const calls = ['ann', 'ben', 'cid'].map((name) => {
    knock(name);
    const call = shows(name);
    call.begins();
    return call;
  });
  expect(host.state.get().channels.filter((key) => key !== null)).toHaveLength(3);
  for (const { key } of host.state.get().guests) host.end(key);
  expect(names()).toEqual([]);
  expect(host.state.get().channels.filter((key) => key !== null)).toEqual([]);
  const closed = () => calls.filter(({ close }) => close.mock.calls.length > 0).length;
  expect(closed()).toBe(1);
  vi.advanceTimersByTime(500);
  expect(closed()).toBe(2);
  vi.advanceTimersByTime(500);
  expect(closed()).toBe(3);
});

const conditions = () => host.state.get().guests.map(({ name, reconnecting }) => [name, reconnecting]);

/** Ann is admitted and shares, after Ben, who leaves: her channel is not the one that a new guest gets. */
function annShows(): { readonly line: MirrorLine; readonly call: Call; readonly ticket: string } {
  const ben = knock('ben');
  shows('ben').begins();
  const line = knock('ann');
  const call = shows('ann');
  call.begins();
  ben.hear({ type: 'leave' });
  return { line, call, ticket: host.state.get().guests[0]?.key ?? '' };
}
const placeOf = (ticket: string) => host.state.get().channels.indexOf(ticket);

test('a guest who lost the connection keeps channel and last frame until the new stream arrives', () => {
  const { line, ticket } = annShows();
  const before = host.streamOf(ticket);
  line.emit('close');
  expect(conditions()).toEqual([['ann', true]]);
  expect([placeOf(ticket), host.streamOf(ticket)]).toEqual([1, before]);
  knock('ann', { key: ticket });
  expect(conditions()).toEqual([['ann', true]]);
  expect([placeOf(ticket), host.streamOf(ticket)]).toEqual([1, before]);
  shows('ann').begins();
  expect(conditions()).toEqual([['ann', false]]);
  expect(placeOf(ticket)).toBe(1);
  expect(host.streamOf(ticket)).not.toBe(before);
});

test('a guest who lost the connection and stays away is removed after the same five seconds', () => {
  const { line, ticket } = annShows();
  line.emit('close');
  vi.advanceTimersByTime(4_000);
  expect(placeOf(ticket)).toBe(1);
  vi.advanceTimersByTime(3_000);
  expect(names()).toEqual([]);
  expect(placeOf(ticket)).toBe(-1);
});

test('a guest who returns without a stream loses only their last frame', () => {
  const { line, ticket } = annShows();
  line.emit('close');
  const back = knock('ann', { key: ticket });
  for (let second = 0; second < 7; second++) {
    vi.advanceTimersByTime(1_000);
    back.hear({ type: 'ping' });
  }
  expect(conditions()).toEqual([['ann', false]]);
  expect([placeOf(ticket), host.streamOf(ticket)]).toEqual([-1, null]);
});

test('a stream whose connection failed stays until it is called again, an ended one disappears right away', () => {
  const { call, ticket } = annShows();
  call.emit('error', { type: 'negotiation-failed' });
  call.emit('close');
  expect(conditions()).toEqual([['ann', true]]);
  expect(placeOf(ticket)).toBe(1);
  const next = shows('ann');
  next.begins();
  expect(conditions()).toEqual([['ann', false]]);
  next.emit('close');
  expect(placeOf(ticket)).toBe(-1);
});

test('a guest whose network pauses is marked as reconnecting meanwhile', () => {
  const { line } = annShows();
  line.peerConnection = { connectionState: 'disconnected' };
  vi.advanceTimersByTime(1_000);
  expect(conditions()).toEqual([['ann', true]]);
  line.peerConnection = { connectionState: 'connected' };
  vi.advanceTimersByTime(1_000);
  expect(conditions()).toEqual([['ann', false]]);
});

test('a blocked page removes no guest', () => {
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

test('the SDP answer asks the sender of a screen to start fast with any codec, and changes nothing else', () => {
  const before = [
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;useinbandfec=1',
    'm=video 9 UDP/TLS/RTP/SAVPF 96 97 98',
    'a=rtpmap:96 VP8/90000',
    'a=rtcp-fb:96 nack',
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96',
    'a=rtpmap:98 VP9/90000',
    'a=fmtp:98 profile-id=0',
    '',
  ];
  const after = before.with(9, 'a=fmtp:98 x-google-start-bitrate=2500;profile-id=0');
  after.splice(5, 0, 'a=fmtp:96 x-google-start-bitrate=2500');
  expect(startFast(before.join('\r\n')).split('\r\n')).toEqual(after);
});
