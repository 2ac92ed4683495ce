import type { readAccount } from '@berth/contract/api/account';
import type { ReplyOf } from '@berth/contract/api/endpoint';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { canUsePasskeys } from '../../data/passkeys.ts';
import { Panel } from '../../ui/panel.tsx';
import rows from '../parts/rows.module.css';
import { addOwnPasskey, removeOwnPasskey } from './passkey-actions.ts';

type Passkeys = ReplyOf<typeof readAccount>['passkeys'];

/** The passkeys that sign this person in without a password. */
export function PasskeysPanel({ passkeys }: { readonly passkeys: Passkeys }): ReactNode {
  const { t, date } = useTexts();
  return (
    <Panel
      title={t('account.passkeys')}
      actions={
        canUsePasskeys() && (
          <Button variant="default" onClick={() => void addOwnPasskey()}>
            {t('account.passkeys.add')}
          </Button>
        )
      }
      flush
    >
      <ul className={rows.list}>
        {passkeys.length === 0 && <li className={rows.row}>{t('account.passkeys.empty')}</li>}
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id} className={rows.row}>
            <span className={rows.words}>
              <span className={rows.name}>{name}</span>
              <span className={rows.facts}>
                {t('account.passkeys.since', { date: date(createdAt) })} ·{' '}
                {lastUsedAt === null
                  ? t('account.passkeys.unused')
                  : t('account.passkeys.used', { date: date(lastUsedAt) })}
              </span>
            </span>
            <Button
              variant="default"
              aria-label={t('account.passkeys.removeOf', { name })}
              onClick={() => void removeOwnPasskey(id, name)}
            >
              {t('account.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
