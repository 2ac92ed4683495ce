// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setNavigate } from '../../app/paths/go-to.ts';
import { ApiError } from '../../data/api-error.ts';
import { showDialogs } from '../../testing/dialog-page.tsx';
import { prompt } from './prompt.tsx';
import { showError } from './show-error.tsx';

const refusal = new ApiError({ status: 402, code: 'upgrade-required', message: 'Pro.' });
const navigate = vi.fn();
let page: HTMLElement;
let answer: Promise<string | undefined>;

beforeEach(async () => {
  navigate.mockClear();
  setNavigate(navigate);
  page = await showDialogs();
  const run = async () => {
    await showError(refusal);
    return () => 'refused';
  };
  await act(async () => {
    answer = prompt(() => ({ title: 'Create profile', label: 'Name', value: 'Second', run }));
  });
  await act(async () => page.querySelector('form')?.requestSubmit());
});

const press = (which: 'first' | 'last') =>
  act(async () => {
    const buttons = [...page.querySelectorAll<HTMLButtonElement>('[role=alertdialog] button')];
    buttons.at(which === 'first' ? 0 : -1)?.click();
  });

it('leads to credits and tiers without the dialog that was refused lying over them', async () => {
  await press('last');
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/manage/billing');
  expect(page.querySelector('dialog')).toBeNull();
  expect(await answer).toBeUndefined();
});

it('once closed leaves what was typed where it was', async () => {
  await press('first');
  expect(navigate).not.toHaveBeenCalled();
  expect(page.querySelector('input')?.value).toBe('Second');
});
