// @vitest-environment happy-dom
import { typeText } from '@berth/web/testing/browser.ts';
import { act, Suspense, startTransition, use, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { useAddressText } from './use-address-text.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A field below a URL that updates on command of the test. */
async function open() {
  const written: string[] = [];
  let show = (_value: string) => {};
  function Field({ value }: { readonly value: string }) {
    const { text, change, finish } = useAddressText(value, (next) => void written.push(next));
    return <input value={text} onChange={(event) => change(event.currentTarget.value)} onBlur={finish} />;
  }
  function Page() {
    const [value, setValue] = useState('');
    show = setValue;
    return <Field value={value} />;
  }
  const page = await showConsolePart(<Page />);
  const input = page.querySelector('input') ?? expect.unreachable();
  return {
    written,
    input,
    address: (value: string) => act(async () => show(value)),
    pause: () => act(() => vi.advanceTimersByTimeAsync(200)),
    type: (text: string) => typeText(input, text),
  };
}

test('a search keeps letters typed before the URL is updated', async () => {
  const { written, input, address, pause, type } = await open();
  await type('De');
  await pause();
  await type('Desk');
  await pause();
  await type('Desk 1');
  expect(written).toEqual(['De', 'Desk']);
  await address('De');
  expect(input.value).toBe('Desk 1');
  await address('Desk');
  expect(input.value).toBe('Desk 1');
  await pause();
  expect(written).toEqual(['De', 'Desk', 'Desk 1']);
});

test('a search that loses the focus is written right away, and once', async () => {
  const { written, input, pause, type } = await open();
  await type('Desk');
  await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(written).toEqual(['Desk']);
  await pause();
  expect(written).toEqual(['Desk']);
});

test('a search follows other changes of the URL', async () => {
  const { written, input, address, pause, type } = await open();
  await type('Desk');
  await pause();
  await address('Desk');
  await address('');
  expect(input.value).toBe('');
  await pause();
  expect(written).toEqual(['Desk']);
});

test('text that nobody typed is not written over a newer URL that is not shown yet', async () => {
  const written: string[] = [];
  const never = new Promise<never>(() => undefined);
  let show = (_value: string) => {};
  function Field({ value }: { readonly value: string }) {
    const { text } = useAddressText(value, (next) => void written.push(next));
    return value === '' ? use(never) : text;
  }
  function Page() {
    const [value, setValue] = useState('Desk');
    show = setValue;
    return <Field value={value} />;
  }
  await showConsolePart(
    <Suspense>
      <Page />
    </Suspense>,
  );
  await act(async () => startTransition(() => show('')));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(written).toEqual([]);
});
