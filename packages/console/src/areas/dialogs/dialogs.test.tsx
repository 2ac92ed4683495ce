// @vitest-environment happy-dom
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { showDialogs } from '../../testing/console-part.tsx';
import { confirm } from './confirm.tsx';
import { inform, waitFor } from './inform.tsx';
import { prompt } from './prompt.tsx';

let page: HTMLElement;
beforeEach(async () => {
  page = await showDialogs();
});

const buttons = () => [...page.querySelectorAll<HTMLElement>('dialog button')];
const press = (at: number) => act(async () => buttons().at(at)?.click());
/** Closes like Esc. */
const leave = () => act(async () => void page.querySelector('dialog')?.dispatchEvent(new Event('cancel')));

/** Opens a dialog, and returns its result. */
async function open<Answer>(ask: () => Promise<Answer>): Promise<() => Promise<Answer>> {
  let answer: Promise<Answer> | undefined;
  await act(async () => {
    answer = ask();
  });
  expect(page.querySelectorAll('dialog[open]')).toHaveLength(1);
  return async () => {
    expect(page.querySelector('dialog')).toBeNull();
    return answer as Promise<Answer>;
  };
}

it('a prompt returns a text, rejects an empty one, and returns nothing when canceled', async () => {
  const ask = () => prompt(() => ({ title: 'Rename', label: 'Name', value: 'Lobby' }));
  const send = () => act(async () => page.querySelector('form')?.requestSubmit());
  const type = (text: string) => typeText(page.querySelector('input'), text);
  const answered = await open(ask);
  expect(page.querySelector('label')?.textContent).toBe('Name');
  expect(page.querySelector('input')?.value).toBe('Lobby');
  await type('  ');
  await send();
  expect(page.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
  await type(' Counter ');
  await send();
  expect(await answered()).toBe('Counter');

  const left = await open(ask);
  await leave();
  expect(await left()).toBeUndefined();
});

it('a question returns yes or no, and Esc means no', async () => {
  const ask = () => confirm(() => ({ title: 'Delete?', message: 'For good.', yes: 'Delete', no: 'Keep' }));
  for (const [answer, give] of [
    [true, () => press(-1)],
    [false, () => press(0)],
    [false, leave],
    // The browser closes a dialog by itself at the third refused Esc.
    [false, () => act(async () => page.querySelector('dialog')?.close())],
  ] as const) {
    const answered = await open(ask);
    expect(page.querySelector('dialog p')?.textContent).toBe('For good.');
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['Keep', 'Delete']);
    await give();
    expect(await answered()).toBe(answer);
  }
});

it('a message focuses its only button, so that Enter closes it', async () => {
  const read = await open(() => inform(() => ({ title: 'Invited', message: 'Ask her to log in.' })));
  expect(page.querySelector('dialog p')?.textContent).toBe('Ask her to log in.');
  expect(buttons()).toEqual([document.activeElement]);
  await press(0);
  await read();
});

it('a wait dialog cannot be closed, and closes when the work is done', async () => {
  const work = Promise.withResolvers<string>();
  const done = await open(() => waitFor(() => 'Restoring revision 1', work.promise));
  expect(page.querySelector('dialog h2')?.textContent).toBe('Restoring revision 1');
  expect(buttons()).toEqual([]);
  await leave();
  expect(page.querySelector('dialog')).not.toBeNull();
  await act(async () => work.resolve('restored'));
  expect(await done()).toBe('restored');
});
