import type { RemoteMode } from '@berth/contract/device/remote';
import { Button, Checkbox, Radio, Textarea } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useState } from 'react';
import styles from './remote.module.css';

interface StartFormProps {
  readonly mode: RemoteMode;
  readonly setMode: (mode: RemoteMode) => void;
  readonly busy: boolean;
  /** Whether the user may use the shell of machines. */
  readonly mayShell: boolean;
  readonly onSubmit: (reason: string, shell: boolean) => void;
}

/** Asks for the reason, and for view or control. */
export function StartForm({ mode, setMode, busy, mayShell, onSubmit }: StartFormProps): ReactNode {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const [shell, setShell] = useState(false);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(reason, shell);
      }}
    >
      <Textarea
        label={t('remote.reason')}
        description={t('remote.reason.hint')}
        required
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Radio.Group
        label={t('remote.mode')}
        value={mode}
        onChange={(value) => setMode(value === 'view' ? 'view' : 'control')}
      >
        <div className={styles.choices}>
          <Radio value="control" label={t('remote.mode.control')} />
          <Radio value="view" label={t('remote.mode.view')} />
        </div>
      </Radio.Group>
      {mayShell && (
        <Checkbox
          label={t('remote.withShell')}
          description={t('remote.withShell.hint')}
          checked={shell}
          onChange={({ currentTarget }) => setShell(currentTarget.checked)}
        />
      )}
      <div>
        <Button type="submit" loading={busy} disabled={reason.trim() === ''}>
          {t('remote.connect')}
        </Button>
      </div>
    </form>
  );
}
