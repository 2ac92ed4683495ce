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
}

export const INITIAL_WIZARD: WizardState = { step: 'welcome', name: '', organization: undefined, profile: undefined };
const STORAGE_KEY = 'first-boot';

/**
 * Where a person goes on. Everything after the login needs their token, which does not outlive the window: without it
 * they sign in again, and find their choices as they made them.
 */
export function resumeWizard(storage: Pick<Storage, 'getItem'>, signedIn: boolean): WizardState {
  const state = { ...INITIAL_WIZARD, ...stored(storage) };
  const reached = STEPS.indexOf(state.step);
  if (reached > STEPS.indexOf('sign-in') && !signedIn) return { ...state, step: 'sign-in' };
  if (state.step === 'registration' && !(state.organization && state.profile))
    return { ...state, step: 'organization' };
  return reached < 0 ? INITIAL_WIZARD : state;
}

export function saveWizard(storage: Pick<Storage, 'setItem'>, state: WizardState): void {
  storage.setItem(STORAGE_KEY, JSON.stringify(state));
}

export function forgetWizard(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(STORAGE_KEY);
}

function stored(storage: Pick<Storage, 'getItem'>): Partial<WizardState> {
  try {
    const value: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // Half written in a power cut: start over.
    return {};
  }
}
