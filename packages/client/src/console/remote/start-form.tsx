import type { RemoteMode } from '@berth/contract/device/remote';
import { Button, Radio, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import styles from './remote.module.css';

interface StartFormProps {
  readonly mode: RemoteMode;
  readonly setMode: (mode: RemoteMode) => void;
  readonly busy: boolean;
  readonly onSubmit: (reason: string) => void;
}

/** Why somebody wants to see a machine's screen, and whether they also want to use it. */
export function StartForm({ mode, setMode, busy, onSubmit }: StartFormProps): ReactNode {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(reason);
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
      <div>
        <Button type="submit" loading={busy} disabled={reason.trim() === ''}>
          {t('remote.connect')}
        </Button>
      </div>
    </form>
  );
}
