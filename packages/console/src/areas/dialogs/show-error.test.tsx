// @vitest-environment happy-dom

import { ApiError, readApiError } from '@berth/web/data/api-error.ts';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { showDialogs } from '../../testing/console-part.tsx';
import { showError } from './show-error.tsx';

const conflict = new ApiError({ status: 409, code: 'rollout-in-progress', message: 'A rollout of it is under way.' });
let page: HTMLElement;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  page = await showDialogs();
});

const facts = () => [...page.querySelectorAll('dd')].map(({ textContent }) => textContent);
async function tell(error: unknown, failed?: string): Promise<() => Promise<void>> {
  let read: Promise<void> = Promise.resolve();
  await act(async () => {
    read = showError(error, failed === undefined ? undefined : () => failed);
  });
  return async () => {
    await act(async () => page.querySelector('button')?.click());
    await read;
  };
}

it('shows status code, error code and message of the response’s error object, and an OK that closes it', async () => {
  const close = await tell(conflict);
  expect(facts()).toEqual(['409', 'rollout-in-progress', 'A rollout of it is under way.']);
  await close();
  expect(page.querySelector('dialog')).toBeNull();
});

it('a code that only a newer server knows is shown with the server’s message', async () => {
  const error = { status: 409, code: 'of-a-later-version', message: 'The lobby is closed.', requestId: 'r1' };
  const close = await tell(await readApiError(Response.json({ error }, { status: 409 })));
  expect(facts()).toEqual(['409', 'of-a-later-version', 'The lobby is closed.']);
  await close();
});

it('shows the plain message of an error without a response', async () => {
  const close = await tell(new TypeError('The file is no profile'));
  expect(facts()).toEqual(['The file is no profile']);
  await close();
});

it('starts with what failed', async () => {
  const close = await tell(conflict, 'Failed to create organization! Try again later.');
  expect(page.querySelector('dialog p')?.textContent).toBe('Failed to create organization! Try again later.');
  await close();
});
