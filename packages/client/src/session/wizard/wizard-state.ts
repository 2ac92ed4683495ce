import { CONFIG_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import type { Language } from '../../i18n/locales.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** The wizard's screens in order. */
export const STEPS = ['welcome', 'network', 'name', 'sign-in', 'organization', 'profile', 'registration'] as const;
export type Step = (typeof STEPS)[number];

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** What a person has entered so far. Kept on the machine, so that a power cut does not take them back to the start. */
export interface WizardState {
  readonly step: Step;
  readonly name: string;
  readonly organization: Choice | undefined;
  readonly profile: Choice | undefined;
  /** An enrolment code stands for sign-in, organisation and profile; empty without one. */
  readonly code: string;
  /** Makes it a smart-series machine; empty without one. */
  readonly productId: string;
  /** Chosen at the welcome; undefined before. */
  readonly language: Language | undefined;
}

export const INITIAL_WIZARD: WizardState = {
  step: 'welcome',
  name: '',
  organization: undefined,
  profile: undefined,
  code: '',
  productId: '',
  language: undefined,
};

/**
 * Where a person goes on, from what the machine remembers. Everything after the login needs their token, which does not
 * outlive the window: without it they sign in again, and find their choices as they made them.
 */
export function resumeWizard(remembered: unknown, signedIn: boolean): WizardState {
  const isState = typeof remembered === 'object' && remembered !== null;
  const state: WizardState = { ...INITIAL_WIZARD, ...(isState ? remembered : {}) };
  const reached = STEPS.indexOf(state.step);
  if (state.step === 'registration' && state.code !== '') return state;
  if (reached > STEPS.indexOf('sign-in') && !signedIn) return { ...state, step: 'sign-in' };
  if (state.step === 'registration' && !(state.organization && state.profile))
    return { ...state, step: 'organization' };
  return reached < 0 ? INITIAL_WIZARD : state;
}

/** What the machine remembers of a wizard that was begun before; nothing where it cannot say. */
export async function loadWizard(bridge: Bridge, signedIn: boolean): Promise<WizardState> {
  return resumeWizard(await bridge.call('load_wizard', {}, CONFIG_LOAD_TIMEOUT_MS).catch(() => null), signedIn);
}

/** Kept by the agent: a browser writes its own storage only seconds later. */
export async function saveWizard(bridge: Bridge, entered: WizardState | null): Promise<void> {
  // A wizard that is not remembered is still better than none.
  await bridge.call('save_wizard', { entered: entered && { ...entered } }).catch(() => {});
}
