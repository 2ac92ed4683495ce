import { apiAddress, setApiBase } from '@berth/web/data/api-base.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Bridge } from '../bridge/bridge.ts';
import { connectApi, NoServerError } from './api.ts';
import { INITIAL_WIZARD, nextStep, previousStep, resumeWizard, STEPS, type WizardState } from './wizard-state.ts';

const chosen: WizardState = {
  step: 'registration',
  name: 'Lobby',
  organization: { id: 'o', name: 'Company' },
  profile: { id: 'p', name: 'Front desk' },
  code: '',
  productId: '',
  language: 'eng',
  keyboard: 'GB',
};

test('a new machine starts at the welcome step', () => {
  expect(resumeWizard(null, false)).toEqual(INITIAL_WIZARD);
});

test('a user continues at the last step', () => {
  expect(resumeWizard(chosen, true)).toEqual(chosen);
});

test('after a power cut the user logs in again and keeps their choices', () => {
  expect(resumeWizard(chosen, false)).toEqual({ ...chosen, step: 'sign-in' });
});

test('an enrollment code needs no login, also after a power cut', () => {
  const coded = { ...INITIAL_WIZARD, step: 'registration', code: 'ABCD-EFGH-1234' };
  expect(resumeWizard(coded, false)).toEqual(coded);
});

test.each([{ step: 'elsewhere' }, [], 'registration', 7])(
  'an invalid saved state (%j) starts the wizard over',
  (remembered) => {
    expect(resumeWizard(remembered, true)).toEqual(INITIAL_WIZARD);
  },
);

test('nothing is registered without organization and profile', () => {
  expect(resumeWizard({ step: 'registration', name: '' }, true).step).toBe('organization');
});

test('each step leads to the next one, and back', () => {
  expect(STEPS).toEqual(['welcome', 'network', 'name', 'sign-in', 'organization', 'profile', 'registration']);
  for (const [index, step] of STEPS.entries()) {
    const at: WizardState = { ...chosen, step };
    expect(nextStep(at)).toBe(STEPS[index + 1] ?? 'registration');
    expect(previousStep(at)).toBe(STEPS[index - 1] ?? 'welcome');
  }
});

test('an enrollment code skips organization and profile, and leads back to where it is entered', () => {
  const coded: WizardState = { ...chosen, code: 'ABCD-EFGH-1234' };
  expect(nextStep({ ...coded, step: 'sign-in' })).toBe('registration');
  expect(previousStep(coded)).toBe('sign-in');
  expect(previousStep({ ...coded, code: '' }, 'code')).toBe('sign-in');
});

test('a refused product ID leads back to where it is entered', () => {
  expect(previousStep(chosen, 'productId')).toBe('name');
});

test('a user without a profile continues where it is chosen', () => {
  expect(resumeWizard({ ...chosen, profile: undefined }, true).step).toBe('profile');
});

/** The bridge of a machine that belongs to this cloud. */
function bridgeOf(base: string | null): Bridge {
  const call = vi.fn(async (method: string) => (method === 'get_api_base' ? base : expect.unreachable()));
  return { call } as unknown as Bridge;
}

test('calls go to the URL named by the bridge', async () => {
  const before = apiAddress('', false);
  onTestFinished(() => setApiBase(before));
  await connectApi(bridgeOf('https://cloud.company.example/api'));
  expect(apiAddress('/organizations', false)).toBe('https://cloud.company.example/api/organizations');
});

test('a machine without a cloud says so', async () => {
  await expect(connectApi(bridgeOf(null))).rejects.toBeInstanceOf(NoServerError);
});
