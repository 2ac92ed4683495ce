// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showToast, Toaster } from './toaster.tsx';

it('a notification is shown for two seconds, a newer one replaces it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.createElement('div');
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(<Toaster />));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await act(async () => showToast(() => 'Saved'));
  await pass(1_500);
  await act(async () => showToast(() => 'Renamed'));
  expect(page.textContent).toBe('Renamed');
  await pass(1_999);
  expect(page.textContent).toBe('Renamed');
  await pass(1);
  expect(page.textContent).toBe('');
});

it('the text of a notification disappears after two seconds, its action after eight', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = document.createElement('div');
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(<Toaster />));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const run = vi.fn();
  await act(async () => showToast(() => 'Moved', { label: () => 'Undo', run }));
  await pass(1_999);
  expect(page.textContent).toBe('MovedUndo');
  await pass(1);
  expect(page.textContent).toBe('Undo');
  await pass(7_999);
  await act(async () => page.querySelector('button')?.click());
  expect(run).toHaveBeenCalledOnce();
  await act(async () => showToast(() => 'Moved', { label: () => 'Undo', run }));
  await pass(10_000);
  expect(page.textContent).toBe('');
});

it('an action does not disappear while it has the focus', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()).then(() => page.remove()));
  await act(async () => root.render(<Toaster />));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await act(async () => showToast(() => 'Moved', { label: () => 'Undo', run: vi.fn() }));
  const action = page.querySelector('button');
  await act(async () => action?.focus());
  await pass(60_000);
  expect(page.textContent).toBe('MovedUndo');
  await act(async () => action?.blur());
  await pass(8_000);
  expect(page.textContent).toBe('');
});
