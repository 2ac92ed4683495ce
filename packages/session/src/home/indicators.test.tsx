// @vitest-environment happy-dom
import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { Indicators } from './indicators.tsx';

const NAMES = { network: 'Network', dns: 'DNS', internet: 'Internet', cloud: 'Cloud' } as const;
type Indicator = keyof typeof NAMES;
const ALL = Object.keys(NAMES) as Indicator[];
const allBut = (id: Indicator, value: string) =>
  ({ network: 'ok', dns: 'ok', internet: 'ok', cloud: 'ok', [id]: value }) as OnlineStatus;

/** An indicator's text, color class, and icon outline. */
function appearanceOf(page: HTMLElement, id: Indicator) {
  const item = [...page.querySelectorAll('li')].find(({ textContent }) => textContent?.startsWith(NAMES[id]));
  const icon = item?.querySelector('svg');
  return {
    word: item?.textContent?.slice(NAMES[id].length).trim(),
    color: /_(ok|error|unknown)_/.exec(icon?.getAttribute('class') ?? '')?.[1],
    icon: icon?.querySelector('path')?.getAttribute('d'),
  };
}

test.each(ALL)('%s is green when ok, red on an error, and orange for anything else', async (id) => {
  const { page, state } = await showSession(<Indicators isOpen={false} onToggle={() => {}} />, {
    state: { online: allBut(id, 'ok') },
  });
  expect(appearanceOf(page, id)).toMatchObject({ word: 'OK', color: 'ok' });
  await act(async () => state.set({ online: allBut(id, 'error') }));
  expect(appearanceOf(page, id)).toMatchObject({ word: 'down', color: 'error' });
  for (const other of ['unknown', 'asleep']) {
    await act(async () => state.set({ online: allBut(id, other) }));
    expect(appearanceOf(page, id)).toMatchObject({ word: 'checking', color: 'unknown' });
  }
  for (const untouched of ALL.filter((each) => each !== id)) expect(appearanceOf(page, untouched).color).toBe('ok');
});

test('each state has its own icon', async () => {
  const online = { network: 'ok', dns: 'error', internet: 'unknown', cloud: 'ok' } as const;
  const { page } = await showSession(<Indicators isOpen={false} onToggle={() => {}} />, { state: { online } });
  const icons = ALL.map((id) => appearanceOf(page, id).icon);
  expect(new Set(icons).size).toBe(3);
  expect(icons[0]).toBe(icons[3]);
});
