import { addPasskey, type readAccount, removePasskey, startPasskey } from '@berth/contract/api/account';
import type { ReplyOf } from '@berth/contract/api/endpoint';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { canUsePasskeys, createPasskey } from '../../data/passkeys.ts';
import { Panel } from '../../ui/page.tsx';
import { prompt } from '../dialogs/prompt.tsx';
import { showError } from '../dialogs/show-error.tsx';
import rows from '../parts/simple-table.module.css';
import { toast } from '../parts/toast.ts';
import { refreshAccount, withPassword } from './password-dialog.tsx';
import { showRecoveryCodes } from './recovery-codes-dialog.tsx';

type Passkeys = ReplyOf<typeof readAccount>['passkeys'];

/** The passkeys of the account, for logins without a password. */
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

/** Adds a passkey: a name, the password, then the browser's own dialog. */
async function addOwnPasskey(): Promise<void> {
  const name = await prompt(({ t }) => ({
    title: t('account.passkeys.add'),
    label: t('account.passkeys.name'),
    description: t('account.passkeys.name.hint'),
    submit: t('common.next'),
    maxLength: DISPLAY_NAME.maxLength,
  }));
  if (name === undefined) return;
  const options = await withPassword<unknown>(({ t }) => ({
    title: t('account.passkeys.add'),
    submit: t('common.next'),
    run: (password) => call(startPasskey, { body: { password } }),
  }));
  if (options === undefined) return;
  try {
    const credential = await createPasskey(options);
    if (!credential) return toast(({ t }) => t('account.passkeys.cancelled'));
    const { recoveryCodes } = await call(addPasskey, { body: { name, credential } });
    if (recoveryCodes) await showRecoveryCodes(recoveryCodes);
    toast(({ t }) => t('account.passkeys.done'));
  } catch (error) {
    await showError(error);
  }
  await refreshAccount();
}

/** Removes a passkey after asking for the password. */
async function removeOwnPasskey(passkeyId: string, name: string): Promise<void> {
  const removed = await withPassword(({ t }) => ({
    title: t('account.passkeys.remove.title', { name }),
    submit: t('account.remove'),
    run: async (password) => {
      await call(removePasskey, { params: { passkeyId }, body: { password } });
      return true;
    },
  }));
  if (removed) toast(({ t }) => t('account.passkeys.removed', { name }));
  await refreshAccount();
}
