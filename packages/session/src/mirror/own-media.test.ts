import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOwnMedia } from './own-media.ts';

type Track = { readonly kind: string; enabled: boolean; stop: () => void; readonly of: string };
const track = (kind: string, of: string): Track => ({ kind, of, enabled: true, stop: vi.fn() });
const streamOf = (...tracks: Track[]) => ({
  getTracks: () => tracks,
  getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
  getAudioTracks: () => tracks.filter(({ kind }) => kind === 'audio'),
});

let devices: Record<'video' | 'audio', boolean>;

beforeEach(() => {
  devices = { video: true, audio: true };
  const getUserMedia = async (wanted: { readonly video?: true }) => {
    const kind = wanted.video ? 'video' : 'audio';
    if (!devices[kind]) throw new DOMException('There is none', 'NotFoundError');
    return streamOf(track(kind, 'device'));
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('document', {
    createElement: () => ({ getContext: () => null, captureStream: () => streamOf(track('video', 'black')) }),
  });
  vi.stubGlobal(
    'AudioContext',
    class {
      createMediaStreamDestination = () => ({ stream: streamOf(track('audio', 'silence')) });
      close = async () => {};
    },
  );
  vi.stubGlobal(
    'MediaStream',
    class {
      readonly tracks: readonly Track[];
      constructor(tracks: readonly Track[]) {
        this.tracks = tracks;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const given = async () => {
  const own = await openOwnMedia();
  return { own, of: (own.stream as unknown as { tracks: Track[] }).tracks.map(({ of }) => of) };
};

it.each([
  [{ video: true, audio: true }, ['device', 'device']],
  [{ video: false, audio: true }, ['black', 'device']],
  [{ video: true, audio: false }, ['device', 'silence']],
  [{ video: false, audio: false }, ['black', 'silence']],
])('a call with %j has video and audio: %j', async (there, expected) => {
  devices = there;
  const { own, of } = await given();
  expect(of).toEqual(expected);
  expect(own.has).toEqual({ camera: there.video, microphone: there.audio });
});

it('a missing device is never on; a present one can be turned off and on', async () => {
  devices = { video: false, audio: true };
  const { own } = await given();
  expect(own.isOn('camera')).toBe(false);
  own.setOn('microphone', false);
  expect(own.isOn('microphone')).toBe(false);
  own.setOn('microphone', true);
  expect(own.isOn('microphone')).toBe(true);
});

it('the other side is told which devices are present and on, at each change', async () => {
  devices = { video: false, audio: true };
  const { own } = await given();
  const told: unknown[] = [];
  own.listen(() => told.push(own.state()));
  own.setOn('microphone', false);
  own.setOn('microphone', true);
  expect(told).toEqual([
    { camera: 'none', microphone: 'off' },
    { camera: 'none', microphone: 'on' },
  ]);
});

it('camera and microphone are released after the call', async () => {
  const { own } = await given();
  own.stop();
  for (const { stop } of (own.stream as unknown as { tracks: Track[] }).tracks) expect(stop).toHaveBeenCalled();
});
