import { expect, test } from 'vitest';
import { INITIAL_WIZARD, resumeWizard, saveWizard, type WizardState } from './wizard-state.ts';

function storageWith(text: string | null) {
  return { getItem: () => text };
}
const chosen: WizardState = {
  step: 'registration',
  name: 'Lobby',
  organization: { id: 'o', name: 'Harbour' },
  profile: { id: 'p', name: 'Front desk' },
};

test('a new machine starts at the welcome', () => {
  expect(resumeWizard(storageWith(null), false)).toEqual(INITIAL_WIZARD);
});

test('a person goes on where they were', () => {
  let text = '';
  saveWizard({ setItem: (_key, value) => (text = value) }, chosen);
  expect(resumeWizard(storageWith(text), true)).toEqual(chosen);
});

test('after a power cut they sign in again and keep what they had chosen', () => {
  expect(resumeWizard(storageWith(JSON.stringify(chosen)), false)).toEqual({ ...chosen, step: 'sign-in' });
});

test.each(['{"step":"regis', '[]', '{"step":"elsewhere"}', 'null'])('a damaged state %s starts over', (text) => {
  expect(resumeWizard(storageWith(text), true)).toEqual(INITIAL_WIZARD);
});

test('nothing is registered without organisation and profile', () => {
  const half = JSON.stringify({ step: 'registration', name: '' });
  expect(resumeWizard(storageWith(half), true).step).toBe('organization');
});
