// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { showSession } from '../../../testing/session-page.tsx';
import { INITIAL_WIZARD } from '../wizard-state.ts';
import { Welcome } from './welcome.tsx';

test('the wizard promises a first-boot setup of less than 5 minutes', async () => {
  const { page } = await showSession(<Welcome wizard={INITIAL_WIZARD} update={() => {}} />, { bridge: {} });
  expect(page.textContent).toContain('less than 5 minutes');
});
