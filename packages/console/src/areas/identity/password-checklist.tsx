import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './password-checklist.module.css';
import { checkRules } from './password-rules.ts';

/** The password's rules, ticked off while a person types. */
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
