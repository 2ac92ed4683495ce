import { type AccountObstacle, giveUpAccount, readGivingUp, sendGiveUpCode } from '@berth/contract/api/account';
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
export function GiveUpPanel({ isElsewhere = false }: { isElsewhere?: boolean }): ReactNode {
  const { t, language } = useTexts();
  return (
    <Panel
      title={t('account.giveUp')}
      actions={
        <Button variant="default" c={DANGER} onClick={() => void giveUp(isElsewhere, language)}>
          {t('account.giveUp.open')}
        </Button>
      }
    >
      <p>{t(isElsewhere ? 'account.giveUp.elsewhere' : 'account.giveUp.about')}</p>
    </Panel>
  );
}

async function giveUp(isElsewhere: boolean, language: Language): Promise<void> {
  try {
    const obstacles = await call(readGivingUp);
    if (obstacles.length > 0) return await openDialog<void>((close) => <Obstacles list={obstacles} close={close} />);
    if (isElsewhere) await call(sendGiveUpCode, { body: { language } });
  } catch (error) {
    return showError(error);
  }
  const done = await (isElsewhere
    ? openDialog<true | undefined>((close) => <CodeDialog close={close} />)
    : withPassword(({ t }) => ({
        title: t('account.giveUp.title'),
        message: t('account.giveUp.message'),
        why: t('account.giveUp.why'),
        submit: t('account.giveUp.submit'),
        danger: true,
        run: async (password) => {
          await call(giveUpAccount, { body: { password } });
          return true;
        },
      })));
  if (!done) return;
  toast(({ t }) => t('account.giveUp.done'));
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
      await call(giveUpAccount, { body: { code: digitsOf(code), language } });
      return true as const;
    },
    refusedAt: () => ['code'],
    close,
  });
  return (
    <FormDialog form={form} title={t('account.giveUp.title')} submit={t('account.giveUp.submit')} danger>
      <p>{t('account.giveUp.message')}</p>
      <TextInput
        label={t('account.giveUp.code')}
        description={t('account.giveUp.code.why', { email: currentPerson()?.email ?? '' })}
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
    <InformDialog title={texts.t('account.giveUp.blocked')} onClose={close}>
      <p>{texts.t('account.giveUp.blocked.text')}</p>
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
      return t('account.giveUp.members', { name });
    case 'machines':
      return t('account.giveUp.machines', { name });
    case 'billing':
      return t('account.giveUp.billing', { name });
  }
}
