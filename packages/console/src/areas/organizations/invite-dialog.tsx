import type { Role } from '@berth/contract/rules/permissions';
import { EMAIL } from '@berth/contract/rules/text';
import { Radio, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { GIVEN_ROLES, type GivenRole } from '@berth/contract/rules/permissions';
import { errorWords } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import styles from './member-list.module.css';

/** An invited email address and its role. */
export interface Invited {
  readonly email: string;
  readonly role: GivenRole;
}

interface InviteDialogProps {
  readonly send: (invited: Invited) => Promise<unknown>;
  readonly close: (invited: Invited | undefined) => void;
}

function InviteDialog({ send, close }: InviteDialogProps): ReactNode {
  const { t } = useTexts();
  const form = useDialogForm<Invited, Invited>({
    start: { email: '', role: 'administrator' },
    check: ({ email }) => ({ email: email.trim() === '' ? t('common.required') : undefined }),
    send: async ({ email, role }) => {
      const invited = { email: email.trim(), role };
      await send(invited);
      return invited;
    },
    words: (error) => (texts) => `${texts.t('console.invite.failed')}: ${errorWords(error)(texts)}`,
    refusedAt: () => ['email'],
    close,
  });
  return (
    <FormDialog form={form} title={t('console.invite.title')} submit={t('console.invite.submit')}>
      <TextInput
        label={t('console.invite.label')}
        type="email"
        autoComplete="off"
        maxLength={EMAIL.maxLength}
        data-autofocus
        {...form.text('email')}
      />
      <RoleChoice role={form.values.role} onChange={(role) => form.set({ role })} />
    </FormDialog>
  );
}

function RoleChoice({ role, onChange }: { readonly role: Role; readonly onChange: (role: GivenRole) => void }) {
  const { t } = useTexts();
  return (
    <fieldset className={styles.roles}>
      <legend>{t('members.role')}</legend>
      {GIVEN_ROLES.map((each) => (
        <Radio
          key={each}
          name="role"
          label={t(`console.role.${each}`)}
          description={t(`members.role.${each}`)}
          checked={role === each}
          onChange={() => onChange(each)}
        />
      ))}
    </fieldset>
  );
}

/** Asks whom to invite; undefined when canceled. */
export function askWhomToInvite(send: InviteDialogProps['send']): Promise<Invited | undefined> {
  return openDialog<Invited | undefined>((close) => <InviteDialog send={send} close={close} />);
}
