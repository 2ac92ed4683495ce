// @vitest-environment happy-dom
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type GuestState, MirrorGuest } from './guest.ts';

const fake = vi.hoisted(() => ({ peer: undefined as unknown }));
vi.mock('./open-peer.ts', async (actual) => ({ ...(await actual<object>()), openPeer: async () => fake.peer }));
vi.mock('../call.ts', () => ({
  call: async () => ({ peerId: 'machine', signaling: 'ws://cloud/1', machine: { id: 'm', name: 'Reception' } }),
}));

/** A data connection that opens on command of the test. */
class Line extends EventEmitter {
  open = false;
  peerConnection: { connectionState: string } | null = null;
  readonly said: { readonly type: string }[] = [];
  readonly close = vi.fn();
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  hear(message: object): void {
    this.emit('data', JSON.stringify(message));
  }
  welcome(): void {
    this.open = true;
    this.emit('open');
    this.hear({ type: 'welcome', version: 3, key: 'ticket' });
  }
}

/** An RTP sender: `track` is what leaves this computer. */
const senderOf = (track: unknown) => {
  const parameters = { encodings: [{}] };
  const sender = {
    track,
    getParameters: () => parameters,
    setParameters: async () => {},
    replaceTrack: async (next: unknown) => {
      sender.track = next;
    },
  };
  return sender;
};

class Call extends EventEmitter {
  peerConnection: { connectionState: string; getSenders: () => unknown[] } | null;
  readonly sender: ReturnType<typeof senderOf>;
  readonly close = vi.fn();
  constructor(stream: MediaStream) {
    super();
    this.sender = senderOf(stream.getVideoTracks()[0]);
    this.peerConnection = { connectionState: 'new', getSenders: () => [this.sender] };
  }
  is(state: string): void {
    if (this.peerConnection) this.peerConnection.connectionState = state;
  }
  /** Simulates a failure as PeerJS leaves it. */
  fails(): void {
    this.peerConnection = null;
  }
}

class Cloud extends EventEmitter {
  open = false;
  disconnected = false;
  destroyed = false;
  readonly lines: Line[] = [];
  readonly calls: Call[] = [];
  readonly reconnect = vi.fn();
  readonly destroy = vi.fn();
  connect(): Line {
    const line = new Line();
    this.lines.push(line);
    return line;
  }
  call(_to: string, stream: MediaStream): Call | undefined {
    // As PeerJS does without signaling.
    if (!this.open) return undefined;
    const call = new Call(stream);
    this.calls.push(call);
    return call;
  }
  comes(): void {
    [this.open, this.disconnected] = [true, false];
    this.emit('open');
  }
  goes(): void {
    [this.open, this.disconnected] = [false, true];
    this.emit('disconnected');
  }
}

const track = () => ({
  kind: 'video',
  stop: () => {},
  addEventListener: () => {},
  getSettings: () => ({ width: 1920, height: 1080 }),
  getConstraints: () => ({}),
  applyConstraints: vi.fn(async () => {}),
});
const picture = () => {
  const tracks = [track()];
  return { getTracks: () => tracks, getVideoTracks: () => tracks } as unknown as MediaStream;
};

let cloud: Cloud;
let guest: MirrorGuest;
let state: GuestState;

beforeEach(async () => {
  vi.useFakeTimers();
  sessionStorage.clear();
  fake.peer = cloud = new Cloud();
  const onState = (next: GuestState) => {
    state = next;
  };
  guest = await MirrorGuest.join({ code: '123456789', name: 'Ann', wants: 'show', onState });
  cloud.comes();
  cloud.lines[0]?.welcome();
});
afterEach(() => {
  guest.leave();
  vi.useRealTimers();
});

/** Advances by seconds in which the machine's pings arrive. */
function seconds(count: number): void {
  for (let second = 0; second < count; second++) {
    cloud.lines.at(-1)?.hear({ type: 'ping' });
    vi.advanceTimersByTime(1_000);
  }
}

test('a stream whose connection fails is sent again until it arrives', () => {
  guest.share(picture());
  expect(cloud.calls).toHaveLength(1);
  cloud.calls[0]?.fails();
  seconds(3);
  expect(cloud.calls).toHaveLength(2);
  cloud.calls[1]?.is('connected');
  seconds(60);
  expect(cloud.calls).toHaveLength(2);
});

test('a slow connection gets its time, more at each attempt', () => {
  guest.share(picture());
  for (const call of [0, 1]) cloud.calls[call]?.is('connecting');
  seconds(9);
  expect(cloud.calls).toHaveLength(1);
  seconds(2);
  expect(cloud.calls).toHaveLength(2);
  cloud.calls[1]?.is('connecting');
  seconds(18);
  expect(cloud.calls).toHaveLength(2);
  seconds(3);
  expect(cloud.calls).toHaveLength(3);
});

test('an admitted guest stays without signaling, and their stream is sent once it is back', () => {
  cloud.goes();
  guest.share(picture());
  expect(state).toMatchObject({ phase: 'welcome', sharing: true });
  seconds(3);
  expect(cloud.reconnect).toHaveBeenCalled();
  expect(cloud.calls).toHaveLength(0);
  cloud.comes();
  seconds(1);
  expect(cloud.calls).toHaveLength(1);
  expect(cloud.lines).toHaveLength(1);
});

test('a call to an unavailable peer does not disconnect while the machine responds: it is repeated', () => {
  guest.share(picture());
  cloud.emit('error', { type: 'peer-unavailable' });
  expect(state.phase).toBe('welcome');
  seconds(12);
  expect(cloud.calls).toHaveLength(2);
});

test('a paused guest rejoins paused: nothing of the screen is sent', async () => {
  guest.share(picture());
  await guest.pause(true);
  cloud.lines[0]?.emit('close');
  expect(state.phase).toBe('reconnecting');
  vi.advanceTimersByTime(2_000);
  cloud.lines.at(-1)?.welcome();
  expect(state).toMatchObject({ phase: 'welcome', paused: true });
  expect(cloud.calls).toHaveLength(2);
  expect(cloud.calls[1]?.sender.track).toBeNull();
  expect(cloud.lines.at(-1)?.said).toContainEqual({ type: 'state', paused: true });
  await guest.pause(false);
  expect(cloud.calls[1]?.sender.track).not.toBeNull();
});

test('a lost machine is searched for at once, and a slow attempt is not replaced by the next one', () => {
  cloud.lines[0]?.emit('close');
  expect(cloud.lines).toHaveLength(2);
  vi.advanceTimersByTime(3_000);
  expect(cloud.lines).toHaveLength(2);
  vi.advanceTimersByTime(2_000);
  expect(cloud.lines).toHaveLength(3);
  vi.advanceTimersByTime(6_000);
  expect(cloud.lines).toHaveLength(3);
  // The peer is unavailable: this attempt is over.
  cloud.emit('error', { type: 'peer-unavailable' });
  vi.advanceTimersByTime(2_000);
  expect(cloud.lines).toHaveLength(4);
  cloud.lines[3]?.welcome();
  expect(state.phase).toBe('welcome');
});

test("call media are announced on admission and again after a reconnect, and the other side's are recorded", () => {
  const media = { camera: 'none', microphone: 'on' } as const;
  guest.tell(media);
  cloud.lines[0]?.hear({ type: 'media', camera: 'off', microphone: 'none' });
  expect(state.theirs).toEqual({ camera: 'off', microphone: 'none' });
  cloud.lines[0]?.emit('close');
  cloud.lines[1]?.welcome();
  for (const line of [0, 1]) expect(cloud.lines[line]?.said).toContainEqual({ type: 'media', ...media });
});

test('an unknown command is answered with error "unsupported", a prompt without a response is only logged', () => {
  const log = vi.spyOn(console, 'info').mockReturnValue();
  const [line] = cloud.lines;
  const before = line?.said.length;
  line?.hear({ type: 'prompt', prompt: 'are-you-there' });
  expect(line?.said).toHaveLength(before ?? 0);
  expect(log).toHaveBeenCalledWith(expect.any(String), 'are-you-there');
  line?.hear({ type: 'dance' });
  expect(line?.said.slice(before)).toEqual([{ type: 'error', error: 'unsupported', command: 'dance' }]);
  log.mockRestore();
});

test('a machine that is silent for five seconds is lost', () => {
  seconds(1);
  vi.advanceTimersByTime(4_000);
  expect(state.phase).toBe('welcome');
  vi.advanceTimersByTime(3_000);
  expect(state.phase).toBe('reconnecting');
});

test('a machine that is blocked while its network responds is not lost until that stops, too', () => {
  guest.share(picture());
  const [line] = cloud.lines;
  if (line) line.peerConnection = { connectionState: 'connected' };
  vi.advanceTimersByTime(20_000);
  expect(state.phase).toBe('welcome');
  if (line) line.peerConnection = { connectionState: 'disconnected' };
  vi.advanceTimersByTime(1_000);
  expect(state.phase).toBe('reconnecting');
});

test('a stream starts at its shown size and rate from the first frame, and is captured no more often', () => {
  const place = { type: 'place', position: null, count: 4, spotlight: false };
  cloud.lines[0]?.hear({ ...place, room: { width: 640, height: 360 }, rate: 6 });
  const stream = picture();
  guest.share(stream);
  const [encoding] = cloud.calls[0]?.sender.getParameters().encodings ?? [];
  expect(encoding).toEqual({ scaleResolutionDownBy: 3, maxFramerate: 6 });
  expect(stream.getVideoTracks()[0]?.applyConstraints).toHaveBeenCalledWith({ frameRate: { max: 6 } });
});
