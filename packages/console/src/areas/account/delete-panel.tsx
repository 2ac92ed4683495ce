import {
  type AccountObstacle,
  deleteAccount,
  readDeletionObstacles,
  sendDeletionCode,
} from '@berth/contract/api/account';
import type { Language } from '@berth/contract/rules/languages';
import { currentPerson } from '@berth/web/data/auth/person.ts';
import { forgetSignIn } from '@berth/web/data/auth/sign-in.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { keepSignedOutRoute } from '@berth/web/paths/remembered-routes.ts';
import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DANGER } from '../../ui/mantine/theme.ts';
import { Panel } from '../../ui/page.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { InformDialog } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { toast } from '../parts/toast.ts';
import { withPassword } from './password-dialog.tsx';

/**
 * Deletes the account and the person's own organizations.
 * @param isExternal another provider has the password: a mailed code replaces it.
 */
export function DeletePanel({ isExternal = false }: { isExternal?: boolean }): ReactNode {
  const { t, language } = useTexts();
  return (
    <Panel
      title={t('account.delete')}
      actions={
        <Button variant="default" c={DANGER} onClick={() => void deleteOwnAccount(isExternal, language)}>
          {t('account.delete.open')}
        </Button>
      }
    >
      <p>{t(isExternal ? 'account.delete.external' : 'account.delete.about')}</p>
    </Panel>
  );
}

async function deleteOwnAccount(isExternal: boolean, language: Language): Promise<void> {
  try {
    const obstacles = await call(readDeletionObstacles);
    if (obstacles.length > 0) return await openDialog<void>((close) => <Obstacles list={obstacles} close={close} />);
    if (isExternal) await call(sendDeletionCode, { body: { language } });
  } catch (error) {
    return showError(error);
  }
  const done = await (isExternal
    ? openDialog<true | undefined>((close) => <CodeDialog close={close} />)
    : withPassword(({ t }) => ({
        title: t('account.delete.title'),
        message: t('account.delete.message'),
        why: t('account.delete.why'),
        submit: t('account.delete.submit'),
        danger: true,
        run: async (password) => {
          await call(deleteAccount, { body: { password } });
          return true;
        },
      })));
  if (!done) return;
  toast(({ t }) => t('account.delete.done'));
  keepSignedOutRoute(paths.signedOut());
  forgetSignIn();
  location.assign(paths.root());
}

/** Asks for the mailed code. */
function CodeDialog({ close }: { close: (done: true | undefined) => void }): ReactNode {
  const { t, language } = useTexts();
  const digitsOf = (code: string) => code.replace(/\s/g, '');
  const form = useDialogForm({
    start: { code: '' },
    check: ({ code }) => ({ code: /^[0-9]{6}$/.test(digitsOf(code)) ? undefined : t('account.totp.digits') }),
    send: async ({ code }) => {
      await call(deleteAccount, { body: { code: digitsOf(code), language } });
      return true as const;
    },
    refusedAt: () => ['code'],
    close,
  });
  return (
    <FormDialog form={form} title={t('account.delete.title')} submit={t('account.delete.submit')} danger>
      <p>{t('account.delete.message')}</p>
      <TextInput
        label={t('account.delete.code')}
        description={t('account.delete.code.why', { email: currentPerson()?.email ?? '' })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        data-autofocus
        {...form.text('code')}
      />
    </FormDialog>
  );
}

interface ObstaclesProps {
  readonly list: readonly AccountObstacle[];
  readonly close: () => void;
}

/** What prevents the deletion, by organization. */
function Obstacles({ list, close }: ObstaclesProps): ReactNode {
  const texts = useTexts();
  return (
    <InformDialog title={texts.t('account.delete.blocked')} onClose={close}>
      <p>{texts.t('account.delete.blocked.text')}</p>
      <ul>
        {list.map((obstacle) => (
          <li key={`${obstacle.organizationId} ${obstacle.reason}`}>{whatToDo(texts, obstacle)}</li>
        ))}
      </ul>
    </InformDialog>
  );
}

function whatToDo({ t }: Texts, { name, reason }: AccountObstacle): string {
  switch (reason) {
    case 'members':
      return t('account.delete.members', { name });
    case 'machines':
      return t('account.delete.machines', { name });
    case 'billing':
      return t('account.delete.billing', { name });
  }
}
