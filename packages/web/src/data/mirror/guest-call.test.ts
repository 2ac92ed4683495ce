import { expect, test, vi } from 'vitest';
import { fitPicture, slowDown, timesSmaller } from './guest-call.ts';

const SCREEN = { width: 1920, height: 1080 };

test.each([
  ['as it is, where it has the whole screen', SCREEN, SCREEN, 1],
  ['a third, in a grid of nine', SCREEN, { width: 640, height: 360 }, 3],
  ['as wide as there is room, of two side by side', SCREEN, { width: 960, height: 1080 }, 2],
  ['as high as there is room, of a phone held upright', { width: 1080, height: 1920 }, SCREEN, 1920 / 1080],
  ['as it is, where it is smaller than its room', { width: 320, height: 200 }, { width: 640, height: 360 }, 1],
  ['as it is, where its size is not known', {}, { width: 640, height: 360 }, 1],
])('a stream is sent %s', (_, picture, room, times) => expect(timesSmaller(picture, room)).toBe(times));

function senderOf(kind: string, encodings: RTCRtpEncodingParameters[]) {
  const setParameters = vi.fn(async (_: RTCRtpSendParameters) => {});
  const track = { kind, getSettings: () => SCREEN };
  return { track, getParameters: () => ({ encodings }), setParameters } as unknown as RTCRtpSender;
}

test('a sender is configured once, and again when the room changes', async () => {
  const sender = senderOf('video', [{}]);
  for (const height of [360, 360, 540])
    await fitPicture(sender, { room: { width: (height * 16) / 9, height }, rate: null });
  expect(vi.mocked(sender.setParameters)).toHaveBeenCalledTimes(2);
  expect(sender.getParameters().encodings[0]?.scaleResolutionDownBy).toBe(2);
});

test('a stream is sent at the shown frame rate, and at its own rate if none is given', async () => {
  const sender = senderOf('video', [{}]);
  const rates = [];
  for (const rate of [6, 6, 30, null]) {
    await fitPicture(sender, { room: SCREEN, rate });
    rates.push(sender.getParameters().encodings[0]?.maxFramerate);
  }
  expect(rates).toEqual([6, 6, 30, undefined]);
  expect(vi.mocked(sender.setParameters)).toHaveBeenCalledTimes(3);
});

test('a screen is captured no more often than shown, within the earlier constraints', async () => {
  let asked: MediaTrackConstraints = { frameRate: { ideal: 30 }, width: { max: 1920 } };
  const applyConstraints = vi.fn(async (next: MediaTrackConstraints) => {
    asked = next;
  });
  const track = { getConstraints: () => asked, applyConstraints } as unknown as MediaStreamTrack;
  const rates = [];
  for (const rate of [6, 6, 30, null]) {
    await slowDown(track, rate);
    rates.push(asked.frameRate);
  }
  expect(rates).toEqual([{ max: 6 }, { max: 6 }, { max: 30 }, undefined]);
  expect(applyConstraints).toHaveBeenCalledTimes(3);
  expect(asked.width).toEqual({ max: 1920 });
  applyConstraints.mockRejectedValue(new Error('OverconstrainedError'));
  await slowDown(track, 6);
});

test.each([
  ['sound', senderOf('audio', [{}])],
  ['what is not agreed on yet', senderOf('video', [])],
])('%s is left alone', async (_, sender) => {
  await fitPicture(sender, { room: { width: 640, height: 360 }, rate: 6 });
  expect(sender.setParameters).not.toHaveBeenCalled();
});
