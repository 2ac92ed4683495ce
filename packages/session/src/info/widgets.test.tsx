// @vitest-environment happy-dom
import { FAILURE_SHOWN_MS } from '@berth/contract/limits';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { BridgeError } from '../bridge/bridge.ts';
import Notices from '../home/notices.tsx';
import { showSession } from '../testing/session-page.tsx';
import { ButtonWidget } from './button-widget.tsx';
import { HtmlFrame } from './html-frame.tsx';

afterEach(() => void vi.useRealTimers());

/** A pressed dashboard button, and the message on the home screen. */
async function pressed(press_button: () => unknown) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const button = <ButtonWidget layout={0} item="a" settings={{ text: 'Lights', icon: 'none' }} />;
  const { page, state } = await showSession([button, <Notices key="notices" />], { bridge: { press_button } });
  await act(async () => page.querySelector('button')?.click());
  return {
    state,
    said: () => page.querySelector('div[role=status]')?.textContent,
    icons: () => page.querySelector('button')?.querySelectorAll('svg').length,
  };
}

test.each([
  ['own-network', 'It calls a URL in this machine’s own network'],
  ['no-response', 'did not respond'],
  ['error-response', 'reported an error'],
  ['command-failed', 'The command ended with an error.'],
])('a button that fails with %s shows the reason for seconds', async (failure, words) => {
  const { said } = await pressed(() => ({ failure }));
  expect(said()).toContain('“Lights” did not work.');
  expect(said()).toContain(words);
  await act(() => vi.advanceTimersByTimeAsync(FAILURE_SHOWN_MS));
  expect(said()).toBe('');
});

test('a button whose command the organization does not allow says so', async () => {
  const { said } = await pressed(() => Promise.reject(new BridgeError('shell-not-allowed', 'Shell commands are off.')));
  expect(said()).toContain('The organization does not allow commands.');
});

test('a button whose command the owner of the machine forbids says so', async () => {
  const { said } = await pressed(() => Promise.reject(new BridgeError('forbidden', 'Forbidden by a file.')));
  expect(said()).toContain('It is not allowed on this machine.');
});

test('a button whose agent does not respond says so, and a successful one says nothing', async () => {
  const lost = await pressed(() => Promise.reject(new BridgeError('unreachable', 'fetch failed')));
  expect(lost.said()).toContain('This machine’s own service is not responding.');
  const { said, state } = await pressed(() => ({ failure: null }));
  expect({ said: said(), refused: state.get().refused }).toEqual({ said: '', refused: null });
});

test.each([null, 'no-response'])(
  'a button forgets its last press, which the next person would take for theirs: %s',
  async (failure) => {
    const { icons } = await pressed(() => ({ failure }));
    expect(icons()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(FAILURE_SHOWN_MS));
    expect(icons()).toBe(0);
  },
);

test('the announcement follows the page’s theme and text size', async () => {
  const { dataset, style } = document.documentElement;
  dataset.theme = 'dark';
  const { page } = await showSession(<HtmlFrame title="Announcements" html="<p>Good morning</p>" />);
  const source = () => page.querySelector('iframe')?.getAttribute('srcdoc');
  await expect.poll(source).toContain('color-scheme:dark');
  await act(async () => {
    dataset.theme = 'light';
    style.fontSize = '150%';
    // Mutation observers run after the task.
    await Promise.resolve();
  });
  await expect.poll(source).toContain('color-scheme:light');
  expect(source()).toContain('html{font-size:150%}');
});
