import { EMAIL } from '@berth/contract/rules/text';

/** What the steps of one sign-in share. */
export interface StepProps {
  readonly uid: string;
  readonly email: string;
  readonly setEmail: (email: string) => void;
  /** Goes to another step: login, second-factor, sign-up, verify or forgot. */
  readonly go: (step: string) => void;
}

const pattern = new RegExp(EMAIL.pattern, 'u');

/** Whether a text has the form of an e-mail address (spec chapter 5). */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL.maxLength && pattern.test(text.trim());
}
