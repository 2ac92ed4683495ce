import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerUnknown, createMeter } from './open-peer.ts';

afterEach(() => vi.restoreAllMocks());

describe('an unknown command', () => {
  it('is answered with error "unsupported"', () => {
    expect(answerUnknown({ type: 'dance' })).toEqual({ type: 'error', error: 'unsupported', command: 'dance' });
  });

  it('that is an error is not answered', () => expect(answerUnknown({ type: 'error' })).toBeNull());
});

it('a prompt with no defined response is only logged', () => {
  const log = vi.spyOn(console, 'info').mockReturnValue();
  expect(answerUnknown({ type: 'prompt', prompt: 'are-you-there' })).toBeNull();
  expect(log).toHaveBeenCalledWith(expect.any(String), 'are-you-there');
});

it('too many messages in a second are a flood', () => {
  const meter = createMeter(() => 5_000);
  const passed = Array.from({ length: 60 }, meter).filter(Boolean);
  expect(passed).toHaveLength(50);
});
