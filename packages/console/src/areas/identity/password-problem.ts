import type { PasswordRefusal } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import type { Words } from '@berth/web/i18n/texts.ts';

const TEXTS: Readonly<Record<PasswordRefusal, MessageKey>> = {
  commonPassword: 'identity.password.common',
  containsEmail: 'identity.password.email',
};

/** Words for a password that the server refuses although its form is right. */
export function passwordProblem(error: unknown): Words | undefined {
  const fault = error instanceof ApiError ? error.faults.find(({ path }) => path === '/password') : undefined;
  if (!fault) return undefined;
  return ({ t }) => t(isRefusal(fault.rule) ? TEXTS[fault.rule] : 'identity.password.weak');
}

function isRefusal(rule: string): rule is PasswordRefusal {
  return rule in TEXTS;
}
