import { beforeEach, expect, test, vi } from 'vitest';
import { PageWatch } from './page-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

function started() {
  const lost = vi.fn();
  const watch = new PageWatch(lost);
  watch.start();
  return { watch, lost };
}
const seconds = (s: number) => vi.advanceTimersByTimeAsync(s * 1_000);

test.each([
  ['a browser that never asks for the page', 60, () => {}],
  ['a page that never starts after its last file', 30, (watch: PageWatch) => watch.asked()],
])('reports %s after %i seconds, and after twice as long the next time', async (_what, wait, load) => {
  const { watch, lost } = started();
  load(watch);
  await seconds(wait - 1);
  expect(lost).not.toHaveBeenCalled();
  await seconds(2);
  expect(lost).toHaveBeenCalledTimes(1);
  watch.stop();
  watch.start();
  load(watch);
  await seconds(2 * wait - 1);
  expect(lost).toHaveBeenCalledTimes(1);
  await seconds(2);
  expect(lost).toHaveBeenCalledTimes(2);
});

test('waits no longer for a browser that restarts because its page crashed', async () => {
  const { watch, lost } = started();
  watch.listening()();
  await seconds(13);
  expect(lost).toHaveBeenCalledTimes(1);
  watch.stop();
  watch.start();
  await seconds(61);
  expect(lost).toHaveBeenCalledTimes(2);
});

test('waits for a slow machine that still asks for files', async () => {
  const { watch, lost } = started();
  for (let file = 0; file < 10; file++) {
    await seconds(25);
    watch.asked();
  }
  watch.listening();
  await seconds(3_600);
  expect(lost).not.toHaveBeenCalled();
});

test('a page that stays open is not awaited after it asks for a file', async () => {
  const { watch, lost } = started();
  watch.listening();
  watch.asked();
  await seconds(3_600);
  expect(lost).not.toHaveBeenCalled();
});

test('reports a page that crashed, but not one that comes back', async () => {
  const { watch, lost } = started();
  const gone = watch.listening();
  await seconds(3_600);
  gone();
  await seconds(3);
  const again = watch.listening();
  await seconds(3_600);
  expect(lost).not.toHaveBeenCalled();
  again();
  await seconds(13);
  expect(lost).toHaveBeenCalledTimes(1);
});

test('one remaining page is enough', async () => {
  const { watch, lost } = started();
  watch.listening();
  watch.listening()();
  await seconds(3_600);
  expect(lost).not.toHaveBeenCalled();
});

test('allows 15 minutes on the sign-in pages', async () => {
  const { watch, lost } = started();
  const gone = watch.listening();
  watch.leaves();
  gone();
  await seconds(890);
  expect(lost).not.toHaveBeenCalled();
  await seconds(11);
  expect(lost).toHaveBeenCalledTimes(1);
});

test('reports nothing without a browser', async () => {
  const { watch, lost } = started();
  const gone = watch.listening();
  watch.stop();
  gone();
  await seconds(3_600);
  expect(lost).not.toHaveBeenCalled();
});
