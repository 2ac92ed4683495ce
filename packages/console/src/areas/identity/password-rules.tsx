import { PASSWORD, type PasswordFault } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './identity-frame.module.css';

/** The rules of spec chapter 5, one entry each for the checklist. */
const RULES = [
  ['identity.rule.length', /^.{8,}$/s],
  ['identity.rule.lower', /[a-z]/],
  ['identity.rule.upper', /[A-Z]/],
  ['identity.rule.number', /[0-9]/],
  ['identity.rule.special', /[!@#$%^&*]/],
] as const;

const TEXTS: Readonly<Record<PasswordFault, MessageKey>> = {
  commonPassword: 'identity.password.common',
  containsEmail: 'identity.password.email',
};

/** The checklist of password rules, updated while typing. */
export function PasswordChecklist({ password }: { readonly password: string }): ReactNode {
  const { t } = useTexts();
  return (
    <ul className={styles.list}>
      {checkRules(password).map(({ key, met }) => (
        <li key={key} className={styles.rule} data-met={met}>
          {met ? <IconCheck size={16} stroke={2.5} aria-hidden /> : <IconCircle size={16} stroke={1.5} aria-hidden />}
          {t(key)}
          <span className="visually-hidden">{t(met ? 'identity.rule.met' : 'identity.rule.open')}</span>
        </li>
      ))}
    </ul>
  );
}

/** Which rules a password meets. */
export function checkRules(password: string) {
  return RULES.map(([key, pattern]) => ({ key, met: pattern.test(password) }));
}

/** Whether the password is valid in form; the server also refuses common ones. */
export function meetsAllRules(password: string): boolean {
  return password.length <= PASSWORD.maxLength && RULES.every(([, pattern]) => pattern.test(password));
}

/** The message for a valid password that the server refuses. */
export function passwordFault(error: unknown): Words | undefined {
  const fault = error instanceof ApiError ? error.faults.find(({ path }) => path === '/password') : undefined;
  if (!fault) return undefined;
  return ({ t }) => t(isPasswordFault(fault.rule) ? TEXTS[fault.rule] : 'identity.password.weak');
}

function isPasswordFault(rule: string): rule is PasswordFault {
  return rule in TEXTS;
}
