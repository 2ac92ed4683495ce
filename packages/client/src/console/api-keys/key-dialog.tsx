import { API_KEY_SCOPES, type ApiKeyScope } from '@berth/contract/rules/api-keys';
import { roleMay } from '@berth/contract/rules/permissions';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import type { Words } from '../../i18n/texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useActiveOrganization } from '../organizations/queries.ts';
import styles from './key-dialog.module.css';

export interface WantedKey {
  readonly name: string;
  readonly scopes: ApiKeyScope[];
  readonly expiresAt: string | null;
}

const DAY_MS = 86_400_000;
/** In days; none ends a key only when somebody revokes it. */
const LIFETIMES = ['30', '90', '365', 'none'] as const;

interface KeyDialogProps {
  readonly send: (key: WantedKey) => Promise<Words | undefined>;
  readonly close: () => void;
}

function KeyDialog({ send, close }: KeyDialogProps): ReactNode {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>([]);
  const [lifetime, setLifetime] = useState<string>('90');
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '' || scopes.length === 0) return;
    setBusy(true);
    const expiresAt = lifetime === 'none' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
    const refused = await send({ name: name.trim(), scopes: [...scopes], expiresAt });
    setBusy(false);
    if (refused === undefined) close();
    else setProblem(refused);
  };
  return (
    <FormDialog
      title={t('keys.make')}
      submit={t('keys.make')}
      cancel={t('common.cancel')}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={close}
    >
      <TextInput
        label={t('common.name')}
        description={t('keys.name.hint')}
        autoComplete="off"
        maxLength={DISPLAY_NAME.maxLength}
        data-autofocus
        value={name}
        error={tried && name.trim() === '' ? t('common.required') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('keys.expires')}
        value={lifetime}
        onChange={(event) => setLifetime(event.currentTarget.value)}
        data={LIFETIMES.map((value) => ({ value, label: t(`keys.lifetime.${value}`) }))}
      />
      <Scopes
        scopes={scopes}
        onChange={setScopes}
        fault={tried && scopes.length === 0 ? t('keys.scopes.missing') : undefined}
      />
    </FormDialog>
  );
}

interface ScopesProps {
  readonly scopes: readonly ApiKeyScope[];
  readonly onChange: (scopes: readonly ApiKeyScope[]) => void;
  readonly fault: string | undefined;
}

/** What the key may do: never more than its maker. */
function Scopes({ scopes, onChange, fault }: ScopesProps): ReactNode {
  const { t } = useTexts();
  const role = useActiveOrganization()?.role;
  const offered = API_KEY_SCOPES.filter((scope) => role !== undefined && roleMay(role, scope));
  return (
    <Checkbox.Group
      label={t('keys.scopes')}
      description={t('keys.scopes.hint')}
      error={fault}
      value={[...scopes]}
      onChange={(values) => onChange(offered.filter((scope) => values.includes(scope)))}
    >
      <div className={styles.scopes}>
        {offered.map((scope) => (
          <Checkbox key={scope} value={scope} label={t(`keys.scope.${scope}`)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** Asks for a key's name, scopes and lifetime. */
export async function askForKey(send: KeyDialogProps['send']): Promise<void> {
  await openDialog<void>((close) => <KeyDialog send={send} close={() => close()} />);
}
