// @vitest-environment happy-dom

import { loadTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from '../state/store.ts';
import { profileWith } from '../testing/profile.ts';
import { showSession } from '../testing/session-page.tsx';
import JoinGuide from '../whiteboard/join-guide.tsx';
import MirrorGuide from './guide.tsx';
import type { MirrorHost } from './host.ts';
import { type HostState, NO_GUESTS } from './host-state.ts';
import { setMirroring } from './mirroring.ts';

function startMirroring(code: string): void {
  const state = createStore<HostState>({ ...NO_GUESTS, code });
  setMirroring({ host: { state } as MirrorHost, address: 'https://berth.example/share' });
  onTestFinished(() => setMirroring({ host: null, address: '' }));
}

const status = (cloud: 'ok' | 'error' | 'unknown') => ({
  online: { network: 'ok', dns: 'ok', internet: 'ok', cloud } as const,
});

test('while the cloud does not respond, no URL and code are shown, because they would not work', async () => {
  startMirroring('123abcdef');
  await showSession(null);
  await loadTexts(['mirror', 'whiteboard']);
  const parts = [<MirrorGuide key="guide" />, <MirrorGuide key="large" large />, <JoinGuide key="board" />];
  const { page, state } = await showSession(parts, { state: { ...status('ok'), profile: profileWith({}) } });
  const shown = () => ({
    codes: page.textContent?.match(/123 abc def/g)?.length ?? 0,
    addresses: page.textContent?.match(/berth\.example\/share/g)?.length ?? 0,
    qr: page.querySelectorAll('[role=img]').length,
  });
  expect(shown()).toEqual({ codes: 3, addresses: 3, qr: 3 });
  for (const cloud of ['error', 'unknown'] as const) {
    await act(async () => state.set(status(cloud)));
    expect(shown()).toEqual({ codes: 0, addresses: 0, qr: 0 });
  }
  await act(async () => state.set(status('ok')));
  expect(shown()).toEqual({ codes: 3, addresses: 3, qr: 3 });
});
