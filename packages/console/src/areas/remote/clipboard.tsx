import { REMOTE_CLIPBOARD_MAX } from '@berth/contract/device/remote';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './remote.module.css';
import type { RemoteSession } from './session.ts';

interface ClipboardProps {
  readonly session: RemoteSession | undefined;
  /** The machine's clipboard when last fetched. */
  readonly fetched: string | undefined;
}

/** The machine's clipboard, read only on request, because it belongs to its user. */
export function Clipboard({ session, fetched }: ClipboardProps): ReactNode {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(fetched);
  if (fetched !== shown) {
    setShown(fetched);
    if (fetched !== undefined) setTyped(fetched);
  }
  return (
    <section className={styles.clipboard}>
      <Textarea
        label={t('remote.clipboard')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={REMOTE_CLIPBOARD_MAX}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={styles.choices}>
        <Button variant="default" onClick={() => session?.ask({ type: 'write-clipboard', text: typed })}>
          {t('remote.clipboard.write')}
        </Button>
        <Button variant="default" onClick={() => session?.ask({ type: 'read-clipboard' })}>
          {t('remote.clipboard.read')}
        </Button>
      </div>
    </section>
  );
}
