// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { navigate } from '../navigation.ts';
import { showSession } from '../testing/session-page.tsx';
import Wizard from './wizard.tsx';

const machine = (enrolling: 'pending' | 'refused' | null, firstboot = true) => ({
  config: { firstboot, enrolling, organization_name: null } as never,
});
const UNKNOWN = { network: 'ok', dns: 'ok', internet: 'ok', cloud: 'unknown' } as const;

beforeEach(() => navigate('/fbw'));

function show(enrolling: 'pending' | 'refused' | null) {
  return showSession(<Wizard />, {
    state: { ...machine(enrolling), online: UNKNOWN },
    bridge: {
      load_wizard: () => null,
      get_installer: () => null,
      get_locale_hints: () => ({ language: null, keyboard: null }),
    },
  });
}

test('a machine with a code in its image registers without questions and shows its home screen', async () => {
  const { page, state } = await show('pending');
  expect(page.querySelector('h1')?.textContent).toBe('This machine sets itself up');
  expect(page.querySelectorAll('input, select, button')).toHaveLength(0);
  expect(page.textContent).toContain('Trying to reach the cloud');
  await act(async () => state.set(machine(null, false)));
  expect(location.pathname).toBe('/session/local');
});

test('a refused code opens the setup wizard, which reports it', async () => {
  const { page, state } = await show('pending');
  await act(async () => state.set(machine('refused')));
  expect(page.querySelector('h1')?.textContent).toBe('Welcome');
  expect(page.querySelector('[role=alert]')?.textContent).toContain('was not accepted');
});

test('a machine without a code shows the setup wizard', async () => {
  const { page } = await show(null);
  expect(page.querySelector('h1')?.textContent).toBe('Welcome');
});
