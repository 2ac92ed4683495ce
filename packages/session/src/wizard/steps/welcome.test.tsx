// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../../testing/session-page.tsx';
import { INITIAL_WIZARD } from '../wizard-state.ts';
import { Welcome } from './welcome.tsx';

test('the wizard promises a first-boot setup of less than 5 minutes', async () => {
  const { page } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={() => {}} back={() => {}} />, {
    bridge: {},
  });
  expect(page.textContent).toContain('less than 5 minutes');
});

test('the wizard offers English, German, Swiss German and Russian, and continues in the chosen one', async () => {
  const { page } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={() => {}} back={() => {}} />, {
    bridge: {},
  });
  const languages = () => [...page.querySelectorAll('label:has(input[type=radio])')];
  expect(languages().map(({ textContent }) => textContent)).toEqual([
    'Deutsch',
    'English',
    'Schwiizerdütsch',
    'Русский',
  ]);
  for (const [index, next] of ['Weiter', 'Next', 'Wiiter', 'Далее'].entries()) {
    await act(async () => languages()[index]?.querySelector('input')?.click());
    await expect.poll(() => [...page.querySelectorAll('button')].at(-1)?.textContent).toBe(next);
  }
});

test.each([
  // A computer that is not set up.
  ['Etc/UTC', ['Europe/Berlin', 'Europe/London', 'Europe/Zurich', 'Europe/Moscow']],
  ['Asia/Kathmandu', ['Asia/Kathmandu', 'Asia/Kathmandu', 'Asia/Kathmandu', 'Asia/Kathmandu']],
])('on a computer set to %s the wizard suggests the time zones %j', async (zone, suggested) => {
  const { page } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={() => {}} back={() => {}} />, {
    bridge: { get_time_zone: () => ({ zone, fixed: false }) },
  });
  for (const [index, expected] of suggested.entries()) {
    await act(async () => page.querySelectorAll<HTMLInputElement>('input[type=radio]')[index]?.click());
    await expect.poll(() => page.querySelector('select')?.value).toBe(expected);
  }
});

test('the wizard continues once the machine has set the time zone', async () => {
  const onNext = vi.fn();
  let takes = false;
  const { page, call } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={onNext} back={() => {}} />, {
    bridge: {
      get_time_zone: () => ({ zone: 'UTC', fixed: false }),
      set_time_zone: () => (takes ? null : Promise.reject(new Error('no'))),
    },
  });
  const next = () => act(async () => [...page.querySelectorAll('button')].at(-1)?.click());
  await next();
  expect(call).toHaveBeenCalledWith('set_time_zone', { zone: 'Europe/London' });
  expect(page.querySelector('[role=alert]')?.textContent).toBe('The time zone could not be changed.');
  expect(onNext).not.toHaveBeenCalled();
  takes = true;
  await next();
  expect(onNext).toHaveBeenCalledOnce();
});

const KEYBOARD = 'label:not(:has(input))';

test.each([
  ['that the computer was installed with', 'AT', 'AT'],
  ['of the language where the computer says nothing', null, 'GB'],
])('the wizard suggests the keyboard layout %s, and sets the confirmed one', async (_, keyboard, suggested) => {
  const onNext = vi.fn();
  const { page, call } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={onNext} back={() => {}} />, {
    bridge: { get_locale_hints: () => ({ language: null, keyboard }), choose_keyboard_layout: () => null },
  });
  const label = [...page.querySelectorAll(KEYBOARD)].find(({ textContent }) => textContent === 'Keyboard layout');
  const select = label?.parentElement?.querySelector('select') ?? expect.unreachable();
  expect(select.value).toBe(suggested);
  await act(async () => [...page.querySelectorAll('button')].at(-1)?.click());
  expect(call).toHaveBeenCalledWith('choose_keyboard_layout', { layout: suggested });
  expect(onNext).toHaveBeenCalledWith({ keyboard: suggested });
});

test('a chosen keyboard layout applies immediately and stays chosen when going back', async () => {
  const { page, call } = await showSession(
    <Welcome wizard={{ ...INITIAL_WIZARD, keyboard: 'FR' }} next={() => {}} back={() => {}} />,
    { bridge: { get_locale_hints: () => ({ language: null, keyboard: 'DE' }), choose_keyboard_layout: () => null } },
  );
  const select = page.querySelector('select') ?? expect.unreachable();
  expect(select.value).toBe('FR');
  await act(async () => {
    select.value = 'CH';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(call).toHaveBeenCalledWith('choose_keyboard_layout', { layout: 'CH' });
});

test('a layout without Latin letters says how to type them', async () => {
  const wizard = { ...INITIAL_WIZARD, keyboard: 'RU' } as const;
  const { page } = await showSession(<Welcome wizard={wizard} next={() => {}} back={() => {}} />, {
    bridge: { choose_keyboard_layout: () => null },
  });
  expect(page.textContent).toContain('Alt+Shift switches to Latin letters');
  const select = page.querySelector('select') ?? expect.unreachable();
  await act(async () => {
    select.value = 'CH';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(page.textContent).not.toContain('Alt+Shift');
});

test('the page shows the date and the time of the chosen zone', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T23:30:00Z'), toFake: ['Date'] });
  const { page } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={() => {}} back={() => {}} />, {
    bridge: { get_time_zone: () => ({ zone: 'Asia/Kathmandu', fixed: false }) },
  });
  expect(page.textContent).toContain('05:15');
  expect(page.textContent).toContain('Sunday');
  vi.useRealTimers();
});

test('a refused code from the image is reported on the first page', async () => {
  const { page } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={() => {}} back={() => {}} />, {
    state: { config: { enrolling: 'refused' } as never },
    bridge: {},
  });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('was not accepted');
});
