// @vitest-environment happy-dom

import type { GuestState } from '@berth/web/data/mirror/guest.ts';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { act, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { showSession } from '../../testing/session-page.tsx';
import { RequestDialog } from '../guests.tsx';
import type { OwnMedia } from '../own-media.ts';
import { MediaOffNotice } from '../picture.tsx';
import { MediaControls } from './media-controls.tsx';
import type { Outgoing } from './outgoing.ts';
import { OutgoingForm } from './outgoing-form.tsx';
import { OutgoingView } from './outgoing-view.tsx';

async function show(part: ReactNode): Promise<HTMLElement> {
  const { page } = await showSession(part);
  await act(() => loadTexts(['mirror']));
  return page;
}

const click = (page: HTMLElement, text: string) =>
  act(async () => [...page.querySelectorAll('button')].find((each) => each.textContent?.includes(text))?.click());

function media(camera: boolean): OwnMedia {
  const on = { camera, microphone: true };
  return {
    stream: null as unknown as MediaStream,
    has: { camera, microphone: true },
    isOn: (device) => on[device],
    setOn: vi.fn((device: 'camera' | 'microphone', next: boolean) => {
      on[device] = next;
    }),
    state: () => ({ camera: on.camera ? 'on' : 'none', microphone: on.microphone ? 'on' : 'off' }),
    listen: () => {},
    stop: () => {},
  };
}

function outgoing(wish: 'show' | 'call', change: Partial<GuestState>): Outgoing {
  const state: GuestState = {
    phase: 'welcome',
    machine: 'Bridge',
    reason: null,
    sharing: true,
    paused: false,
    board: false,
    remoteId: null,
    theirs: null,
    place: null,
    ...change,
  };
  return { wish, state, own: null, guest: { leave: vi.fn(), remote: null } as unknown as Outgoing['guest'] };
}

it('an invalid code is reported as such', async () => {
  const page = await show(<OutgoingForm />);
  await click(page, 'Share this screen');
  expect(page.querySelector('[role=alert]')?.textContent).toContain('1, 2, or 3, followed by 8');
});

it('a machine without a camera says so in a call, and its microphone can be turned off', async () => {
  const own = media(false);
  const page = await show(<MediaControls own={own} />);
  expect(page.textContent).toContain('No camera: others cannot see you.');
  await click(page, 'Microphone off');
  expect(own.setOn).toHaveBeenCalledWith('microphone', false);
  expect(page.querySelector('button')?.getAttribute('aria-pressed')).toBe('true');
});

it.each([
  ['show', { place: { position: 1, count: 3, spotlight: false } }, 'Shown on Bridge, position 2 of 3'],
  ['call', { phase: 'waiting' }, 'Calling Bridge…'],
  ['call', { phase: 'over', reason: 'denied' }, 'The connection was declined.'],
  ['show', { phase: 'reconnecting' }, 'Connection lost, reconnecting'],
] as const)('a machine that wants to %s and is at %j says: %s', async (wish, change, text) => {
  const page = await show(<OutgoingView outgoing={outgoing(wish, change)} />);
  expect(page.querySelector('[role=status]')?.textContent).toBe(text);
});

it.each([
  [{ camera: 'none', microphone: 'on' }, 'BridgeNo camera on the other side'],
  [{ camera: 'off', microphone: 'none' }, 'BridgeCamera is off on the other sideNo microphone on the other side'],
  [{ camera: 'on', microphone: 'off' }, 'Microphone is off on the other side'],
  [{ camera: 'on', microphone: 'on' }, null],
  [null, null],
] as const)('the other side with %j in a call is described as: %s', async (media, said) => {
  const page = await show(<MediaOffNotice name="Bridge" media={media} />);
  expect(page.querySelector('[role=status]')?.textContent ?? null).toBe(said);
});

it('the other side’s video shows their name, and that there is no camera', async () => {
  const theirs = { camera: 'none', microphone: 'on' } as const;
  const page = await show(<OutgoingView outgoing={outgoing('call', { remoteId: 'r', theirs })} />);
  expect(page.textContent).toContain('BridgeNo camera on the other side');
});

it('hanging up ends the connection', async () => {
  const call = outgoing('call', {});
  const page = await show(<OutgoingView outgoing={call} />);
  expect(page.textContent).toContain('Hang up');
});

it('an incoming call shows the caller, and what accepting turns on', async () => {
  const decide = vi.fn();
  const request = { key: 'k', name: 'Bridge', wants: 'call' } as const;
  const page = await show(<RequestDialog request={request} host={{ decide } as never} />);
  expect(page.textContent).toContain('Bridge is calling. If you accept, your camera and microphone turn on.');
  // Whoever is typing as it appears answers nothing.
  expect(document.activeElement?.textContent).toContain('Bridge is calling');
  await click(page, 'Decline');
  expect(decide).toHaveBeenCalledWith('k', false);
});
