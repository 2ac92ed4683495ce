import { readRecoveryKey } from '@berth/contract/api/machine-actions';
import type { Machine } from '@berth/contract/api/machines';
import type { Hardware } from '@berth/contract/device/messages';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from '../../dialogs/form-dialog.tsx';
import { showSecret } from '../../dialogs/secret.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { useDialogForm } from '../../dialogs/use-dialog-form.ts';
import { useMay } from '../../organizations/queries.ts';
import styles from './disk-encryption.module.css';

type Named = Pick<Machine, 'id' | 'name'>;

interface DiskEncryptionProps {
  readonly machine: Named;
  readonly hardware: Hardware;
}

/** How a machine's disk is encrypted, and for those who may read it, its recovery key. */
export function DiskEncryption({ machine, hardware }: DiskEncryptionProps): ReactNode {
  const { t } = useTexts();
  const mayRead = useMay('machine.recovery-key');
  const { diskEncryption, system } = hardware;
  if (diskEncryption === undefined) return null;
  // Of a Debian that someone encrypted, the machine has no key to hand over.
  const hasKey = diskEncryption !== 'none' && system?.kind === 'image';
  return (
    <span className={styles.row}>
      {t(`machines.disk.${diskEncryption}`)}
      {hasKey && mayRead && (
        <Button variant="subtle" size="compact-sm" onClick={() => void showRecoveryKey(machine)}>
          {t('machines.recoveryKey.show')}
        </Button>
      )}
    </span>
  );
}

interface Found {
  readonly recoveryKey: string;
  readonly receivedAt: string;
}

interface AskDialogProps {
  readonly machine: Named;
  readonly close: (found: Found | undefined) => void;
}

function AskDialog({ machine, close }: AskDialogProps): ReactNode {
  const { t } = useTexts();
  const form = useDialogForm<object, Found>({
    start: {},
    send: () => call(readRecoveryKey, { params: { id: machine.id } }),
    close,
  });
  return (
    <FormDialog
      form={form}
      title={t('machines.recoveryKey.title', { name: machine.name })}
      submit={t('machines.recoveryKey.show')}
    >
      <p>{t('machines.recoveryKey.message')}</p>
    </FormDialog>
  );
}

/** Says first that the reading is recorded; then shows the key. */
async function showRecoveryKey(machine: Named): Promise<void> {
  const found = await openDialog<Found | undefined>((close) => <AskDialog machine={machine} close={close} />);
  if (!found) return;
  await showSecret(({ t, dateTime }) => ({
    title: t('machines.recoveryKey.shown', { name: machine.name }),
    text: t('machines.recoveryKey.text', { time: dateTime(found.receivedAt) }),
    label: t('machines.recoveryKey.label'),
    secret: found.recoveryKey,
    done: t('common.close'),
    content: <code className={styles.key}>{found.recoveryKey}</code>,
  }));
}
