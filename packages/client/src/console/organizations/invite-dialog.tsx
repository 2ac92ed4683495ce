import type { Role } from '@berth/contract/rules/permissions';
import { EMAIL } from '@berth/contract/rules/text';
import { Radio, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import type { Words } from '../../i18n/texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import styles from './invite-dialog.module.css';
import { GIVEN_ROLES, type GivenRole } from './roles.ts';

/** Whom somebody invites, and as what. */
export interface Invited {
  readonly email: string;
  readonly role: GivenRole;
}

interface InviteDialogProps {
  /** Invites; a fault it returns is shown at the field and the dialog stays. */
  readonly send: (invited: Invited) => Promise<Words | undefined>;
  readonly close: (invited: Invited | undefined) => void;
}

function InviteDialog({ send, close }: InviteDialogProps): ReactNode {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('administrator');
  const [fault, setFault] = useWords();
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const invited = { email: email.trim(), role };
    if (invited.email === '') return setFault((texts) => texts.t('common.required'));
    setBusy(true);
    const refused = await send(invited);
    setBusy(false);
    if (refused === undefined) close(invited);
    else setFault(refused);
  };
  return (
    <FormDialog
      title={t('console.invite.title')}
      submit={t('console.invite.submit')}
      cancel={t('common.cancel')}
      busy={busy}
      onSubmit={submit}
      onClose={() => close(undefined)}
    >
      <TextInput
        label={t('console.invite.label')}
        type="email"
        autoComplete="off"
        maxLength={EMAIL.maxLength}
        value={email}
        error={fault}
        data-autofocus
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <RoleChoice role={role} onChange={setRole} />
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

/** Asks whom to invite; undefined when the person leaves. */
export function askWhomToInvite(send: InviteDialogProps['send']): Promise<Invited | undefined> {
  return openDialog<Invited | undefined>((close) => <InviteDialog send={send} close={close} />);
}
