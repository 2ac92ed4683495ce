import { API_KEY_SCOPES, type ApiKeyScope, roleMay } from '@berth/contract/rules/permissions';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { useActiveOrganization } from '../organizations/queries.ts';
import styles from './key-dialog.module.css';

export interface WantedKey {
  readonly name: string;
  readonly scopes: ApiKeyScope[];
  readonly expiresAt: string | null;
}

const DAY_MS = 86_400_000;
/** In days; a key with `none` is valid until revoked. */
const LIFETIMES = ['30', '90', '365', 'none'] as const;

interface KeyValues {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly lifetime: (typeof LIFETIMES)[number];
}

const START: KeyValues = { name: '', scopes: [], lifetime: '90' };

interface KeyDialogProps<Made> {
  readonly send: (key: WantedKey) => Promise<Made>;
  readonly close: (made: Made | undefined) => void;
}

function KeyDialog<Made>({ send, close }: KeyDialogProps<Made>): ReactNode {
  const { t } = useTexts();
  const form = useDialogForm({
    start: START,
    check: ({ name, scopes }) => ({
      name: name.trim() === '' ? t('common.required') : undefined,
      scopes: scopes.length === 0 ? t('keys.scopes.missing') : undefined,
    }),
    send: ({ name, scopes, lifetime }) => {
      const expiresAt = lifetime === 'none' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
      return send({ name: name.trim(), scopes: [...scopes], expiresAt });
    },
    close,
  });
  return (
    <FormDialog form={form} title={t('keys.make')} submit={t('keys.make')}>
      <TextInput
        label={t('common.name')}
        description={t('keys.name.hint')}
        autoComplete="off"
        maxLength={DISPLAY_NAME.maxLength}
        data-autofocus
        {...form.text('name')}
      />
      <NativeSelect
        label={t('keys.expires')}
        {...form.choice('lifetime', LIFETIMES)}
        data={LIFETIMES.map((value) => ({ value, label: t(`keys.lifetime.${value}`) }))}
      />
      <Scopes scopes={form.values.scopes} onChange={(scopes) => form.set({ scopes })} fault={form.fault('scopes')} />
    </FormDialog>
  );
}

interface ScopesProps {
  readonly scopes: readonly ApiKeyScope[];
  readonly onChange: (scopes: readonly ApiKeyScope[]) => void;
  readonly fault: string | undefined;
}

/** The key's permissions, limited to its creator's. */
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

/** Asks for a key's name, scopes and lifetime; undefined when canceled. */
export function askForKey<Made>(send: KeyDialogProps<Made>['send']): Promise<Made | undefined> {
  return openDialog<Made | undefined>((close) => <KeyDialog send={send} close={close} />);
}
