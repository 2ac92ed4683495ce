import { CONFIG_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import type { Language } from '@berth/web/i18n/locales.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** What a person has entered so far. */
export interface Entered {
  readonly name: string;
  readonly organization: Choice | undefined;
  readonly profile: Choice | undefined;
  /** An enrollment code stands for sign-in, organization and profile; empty without one. */
  readonly code: string;
  /** Makes it a smart-series machine; empty without one. */
  readonly productId: string;
  /** Chosen at the welcome; undefined before. */
  readonly language: Language | undefined;
}

interface StepRule {
  readonly id: string;
  /** What is entered there, so that whoever has to change it is led back. */
  readonly asks: readonly (keyof Entered)[];
  /** Whether it is passed over. */
  readonly isSkipped?: (entered: Entered) => boolean;
  /** Whether all is there without which it cannot be shown. */
  readonly isReady?: (entered: Entered, signedIn: boolean) => boolean;
}

const hasCode = ({ code }: Entered): boolean => code !== '';

/** The wizard's steps in order, and when each is shown. No step knows the one before or after it. */
const STEP_RULES = [
  { id: 'welcome', asks: ['language'] },
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

/** Where a person is, and what they have entered. The machine keeps it, so that a power cut takes nobody back to the start. */
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
};

/** The step after the one that a person is at. */
export function nextStep(state: WizardState): Step {
  return RULES.slice(STEPS.indexOf(state.step) + 1).find((rule) => !rule.isSkipped?.(state))?.id ?? state.step;
}

/** The step before, or the one where a field is entered. */
export function previousStep(state: WizardState, field?: keyof Entered): Step {
  const before = RULES.slice(0, STEPS.indexOf(state.step));
  const found = before.findLast((rule) => (field ? rule.asks.includes(field) : !rule.isSkipped?.(state)));
  return found?.id ?? state.step;
}

/**
 * Where a person goes on, from what the machine remembers. Everything after the login needs their token, which does not
 * outlive the window: without it they sign in again, and find their choices as they made them.
 */
export function resumeWizard(remembered: unknown, signedIn: boolean): WizardState {
  const isState = typeof remembered === 'object' && remembered !== null;
  const state: WizardState = { ...INITIAL_WIZARD, ...(isState ? remembered : {}) };
  const reached = RULES.slice(0, STEPS.indexOf(state.step) + 1);
  const step = reached.findLast((rule) => rule.isReady?.(state, signedIn) ?? true)?.id;
  return step === undefined ? INITIAL_WIZARD : { ...state, step };
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
