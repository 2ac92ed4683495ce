import { CONFIG_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import type { KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import type { Language } from '@berth/web/i18n/locales.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** The values entered so far. */
export interface Entered {
  readonly name: string;
  readonly organization: Choice | undefined;
  readonly profile: Choice | undefined;
  /** An enrollment code replaces login, organization and profile; empty without one. */
  readonly code: string;
  /** Makes it a smart-series machine; empty without one. */
  readonly productId: string;
  /** Chosen at the welcome step; undefined before. */
  readonly language: Language | undefined;
  /** Likewise, chosen at the welcome step. */
  readonly keyboard: KeyboardLayout | undefined;
}

interface StepRule {
  readonly id: string;
  /** The fields entered there, so that a correction leads back to it. */
  readonly asks: readonly (keyof Entered)[];
  /** Whether it is skipped. */
  readonly isSkipped?: (entered: Entered) => boolean;
  /** Whether everything that it requires is present. */
  readonly isReady?: (entered: Entered, signedIn: boolean) => boolean;
}

const hasCode = ({ code }: Entered): boolean => code !== '';

/** The wizard's steps in order, with their conditions. No step knows the one before or after it. */
const STEP_RULES = [
  { id: 'welcome', asks: ['language', 'keyboard'] },
  { id: 'network', asks: [] },
  { id: 'name', asks: ['name', 'productId'] },
  { id: 'sign-in', asks: ['code'] },
  { id: 'organization', asks: ['organization'], isSkipped: hasCode, isReady: (_, signedIn) => signedIn },
  {
    id: 'profile',
    asks: ['profile'],
    isSkipped: hasCode,
    isReady: ({ organization }, signedIn) => signedIn && organization !== undefined,
  },
  {
    id: 'registration',
    asks: [],
    isReady: (entered, signedIn) =>
      hasCode(entered) || (signedIn && entered.organization !== undefined && entered.profile !== undefined),
  },
] as const satisfies readonly StepRule[];

export type Step = (typeof STEP_RULES)[number]['id'];
const RULES: readonly (StepRule & { readonly id: Step })[] = STEP_RULES;
export const STEPS: readonly Step[] = RULES.map(({ id }) => id);

/**
 * The current step and the entered values. The machine stores them, so that a power cut does not restart the wizard.
 */
export interface WizardState extends Entered {
  readonly step: Step;
}

export const INITIAL_WIZARD: WizardState = {
  step: 'welcome',
  name: '',
  organization: undefined,
  profile: undefined,
  code: '',
  productId: '',
  language: undefined,
  keyboard: undefined,
};

/** The step after the current one. */
export function nextStep(state: WizardState): Step {
  return RULES.slice(STEPS.indexOf(state.step) + 1).find((rule) => !rule.isSkipped?.(state))?.id ?? state.step;
}

/** The previous step, or the one where a field is entered. */
export function previousStep(state: WizardState, field?: keyof Entered): Step {
  const before = RULES.slice(0, STEPS.indexOf(state.step));
  const found = before.findLast((rule) => (field ? rule.asks.includes(field) : !rule.isSkipped?.(state)));
  return found?.id ?? state.step;
}

/**
 * Where the wizard resumes, from the stored state. Steps after the login need the user's token, which does not outlive
 * the window: without it the user logs in again, and keeps the choices.
 */
export function resumeWizard(remembered: unknown, signedIn: boolean): WizardState {
  const isState = typeof remembered === 'object' && remembered !== null;
  const state: WizardState = { ...INITIAL_WIZARD, ...(isState ? remembered : {}) };
  const reached = RULES.slice(0, STEPS.indexOf(state.step) + 1);
  const step = reached.findLast((rule) => rule.isReady?.(state, signedIn) ?? true)?.id;
  return step === undefined ? INITIAL_WIZARD : { ...state, step };
}

/** Loads the state of an earlier wizard; starts over if it is unavailable. */
export async function loadWizard(bridge: Bridge, signedIn: boolean): Promise<WizardState> {
  return resumeWizard(await bridge.call('load_wizard', {}, CONFIG_LOAD_TIMEOUT_MS).catch(() => null), signedIn);
}

/** Stored by the agent: a browser writes its own storage only seconds later. */
export async function saveWizard(bridge: Bridge, entered: WizardState | null): Promise<void> {
  // A wizard without a stored state is still better than none.
  await bridge.call('save_wizard', { entered: entered && { ...entered } }).catch(() => {});
}
