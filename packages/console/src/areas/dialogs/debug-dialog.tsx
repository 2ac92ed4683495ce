import { useTexts } from '@berth/web/i18n/store.ts';
import { codePage, type Outcome, outcomeOf } from '@berth/web/lib/run-code.ts';
import { cspNonce } from '@berth/web/ui/csp-nonce.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import styles from './dialogs.module.css';

/** Runs code in a frame without an origin and shows the value of its last line (spec chapter 2). */
export default function DebugDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  const [code, setCode] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const run = async () => {
    if (!frame.current) return;
    const answer = outcomeOf(frame.current);
    frame.current.srcdoc = codePage(code, cspNonce());
    setOutcome(await answer);
  };
  return (
    <Dialog
      title={t('screens.debug.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button onClick={() => void run()}>{t('screens.debug.run')}</Button>
        </>
      }
    >
      <Textarea
        label={t('screens.debug.code')}
        classNames={{ input: styles.code }}
        rows={8}
        spellCheck={false}
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
        }}
      />
      <output className={styles.result} data-failed={outcome?.ok === false || undefined}>
        {outcome?.text ?? t('screens.debug.hint')}
      </output>
      <iframe ref={frame} className={styles.frame} sandbox="allow-scripts" title={t('screens.debug.title')} />
    </Dialog>
  );
}
