import { expect, test } from 'vitest';
import { INITIAL_WIZARD, nextStep, previousStep, resumeWizard, STEPS, type WizardState } from './wizard-state.ts';

const chosen: WizardState = {
  step: 'registration',
  name: 'Lobby',
  organization: { id: 'o', name: 'Harbor' },
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

test('an enrollment code needs no sign-in, also after a power cut', () => {
  const coded = { ...INITIAL_WIZARD, step: 'registration', code: 'QUAY-SIDE-1234' };
  expect(resumeWizard(coded, false)).toEqual(coded);
});

test.each([{ step: 'elsewhere' }, [], 'registration', 7])('what is no state (%j) starts over', (remembered) => {
  expect(resumeWizard(remembered, true)).toEqual(INITIAL_WIZARD);
});

test('nothing is registered without organization and profile', () => {
  expect(resumeWizard({ step: 'registration', name: '' }, true).step).toBe('organization');
});

test('each step leads to the one after it, and back', () => {
  expect(STEPS).toEqual(['welcome', 'network', 'name', 'sign-in', 'organization', 'profile', 'registration']);
  for (const [index, step] of STEPS.entries()) {
    const at: WizardState = { ...chosen, step };
    expect(nextStep(at)).toBe(STEPS[index + 1] ?? 'registration');
    expect(previousStep(at)).toBe(STEPS[index - 1] ?? 'welcome');
  }
});

test('an enrollment code leads past organization and profile, and back to where it is entered', () => {
  const coded: WizardState = { ...chosen, code: 'QUAY-SIDE-1234' };
  expect(nextStep({ ...coded, step: 'sign-in' })).toBe('registration');
  expect(previousStep(coded)).toBe('sign-in');
  expect(previousStep({ ...coded, code: '' }, 'code')).toBe('sign-in');
});

test('a refused product ID leads back to where it is entered', () => {
  expect(previousStep(chosen, 'productId')).toBe('name');
});

test('a person without a profile goes on where it is chosen', () => {
  expect(resumeWizard({ ...chosen, profile: undefined }, true).step).toBe('profile');
});
