import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Autosave, type SaveState } from './autosave.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(save: () => Promise<void>) {
  const states: SaveState[] = [];
  return { states, autosave: new Autosave(save, (state) => states.push(state)) };
}

test('strokes in quick succession are saved once, a moment after the last', async () => {
  const save = vi.fn(async () => {});
  const { autosave, states } = start(save);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(500);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(500);
  expect(save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(400);
  expect(save).toHaveBeenCalledTimes(1);
  expect(states.at(-1)).toBe('saved');
});

test('a failed save is retried until it succeeds', async () => {
  const save = vi.fn(async () => {});
  save.mockRejectedValueOnce(new Error('disk full'));
  const { autosave, states } = start(save);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states.at(-1)).toBe('failed');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states.at(-1)).toBe('saved');
});

test('changes made during a save are saved after it', async () => {
  let finish = (): void => {};
  const save = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const { autosave, states } = start(save);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(save).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(save).toHaveBeenCalledTimes(2);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe('saved');
});

test('leaving waits for unsaved changes, and for nothing otherwise', async () => {
  const save = vi.fn(async () => {});
  const { autosave } = start(save);
  await autosave.flush();
  expect(save).not.toHaveBeenCalled();
  autosave.changed();
  await autosave.flush();
  expect(save).toHaveBeenCalledTimes(1);
});

test('whoever leaves during a save waits for the changes made since, even if their own save is already due', async () => {
  const finish: (() => void)[] = [];
  const save = () => new Promise<void>((resolve) => void finish.push(resolve));
  const { autosave, states } = start(save);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  autosave.changed();
  // The next save is due, and waits for the first one.
  await vi.advanceTimersByTimeAsync(1_000);
  let stateAtLeaving: SaveState | undefined;
  void autosave.flush().then(() => {
    stateAtLeaving = states.at(-1);
  });
  for (let saves = 0; saves < 2; saves++) {
    finish[saves]?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(stateAtLeaving).toBe('saved');
});
