import type { PasswordFault } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import type { Words } from '@berth/web/i18n/texts.ts';

const TEXTS: Readonly<Record<PasswordFault, MessageKey>> = {
  commonPassword: 'identity.password.common',
  containsEmail: 'identity.password.email',
};

/** Words for a password that the server refuses although its form is right. */
export function passwordFault(error: unknown): Words | undefined {
  const fault = error instanceof ApiError ? error.faults.find(({ path }) => path === '/password') : undefined;
  if (!fault) return undefined;
  return ({ t }) => t(isPasswordFault(fault.rule) ? TEXTS[fault.rule] : 'identity.password.weak');
}

function isPasswordFault(rule: string): rule is PasswordFault {
  return rule in TEXTS;
}
