import type { Language } from '@berth/contract/rules/languages';
import { deu } from './texts.deu.ts';
import { eng } from './texts.eng.ts';
import { gsw } from './texts.gsw.ts';
import { rus } from './texts.rus.ts';

/** What a mail says besides its code and link. */
export interface MailText {
  readonly subject: string;
  readonly title: string;
  /** One paragraph each. */
  readonly body: readonly string[];
  /** On the button; null where the mail has no link. */
  readonly action: string | null;
  /** What to do when the mail was not expected. */
  readonly unexpected: string;
}

export interface MailTexts {
  /** {minutes} stands for how long the code and the link work. */
  readonly verifyEmail: MailText;
  /** Somebody signed up with an address that has an account. */
  readonly alreadyRegistered: MailText;
  /** {minutes} stands for how long the link works. */
  readonly resetPassword: MailText;
  readonly passwordChanged: MailText;
  /** Somebody whose password is not ours is about to give up the account; {minutes} as above. */
  readonly giveUpCode: MailText;
  readonly accountGivenUp: MailText;
  readonly linkHint: string;
  readonly footer: string;
}

export type MailKind =
  | 'verifyEmail'
  | 'alreadyRegistered'
  | 'resetPassword'
  | 'passwordChanged'
  | 'giveUpCode'
  | 'accountGivenUp';

export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { deu, eng, gsw, rus };
