import { expect, test } from 'vitest';
import { INITIAL_WIZARD, resumeWizard, type WizardState } from './wizard-state.ts';

const chosen: WizardState = {
  step: 'registration',
  name: 'Lobby',
  organization: { id: 'o', name: 'Harbour' },
  profile: { id: 'p', name: 'Front desk' },
  code: '',
  productId: '',
  language: 'eng',
};

test('a new machine starts at the welcome', () => {
  expect(resumeWizard(null, false)).toEqual(INITIAL_WIZARD);
});

test('a person goes on where they were', () => {
  expect(resumeWizard(chosen, true)).toEqual(chosen);
});

test('after a power cut they sign in again and keep what they had chosen', () => {
  expect(resumeWizard(chosen, false)).toEqual({ ...chosen, step: 'sign-in' });
});

test('an enrolment code needs no sign-in, also after a power cut', () => {
  const coded = { ...INITIAL_WIZARD, step: 'registration', code: 'QUAY-SIDE-1234' };
  expect(resumeWizard(coded, false)).toEqual(coded);
});

test.each([{ step: 'elsewhere' }, [], 'registration', 7])('what is no state (%j) starts over', (remembered) => {
  expect(resumeWizard(remembered, true)).toEqual(INITIAL_WIZARD);
});

test('nothing is registered without organisation and profile', () => {
  expect(resumeWizard({ step: 'registration', name: '' }, true).step).toBe('organization');
});
