import { useTexts } from '@berth/web/i18n/store.ts';
import { codePage, type Outcome, outcomeOf } from '@berth/web/lib/run-code.ts';
import { cspNonce } from '@berth/web/ui/csp-nonce.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import styles from './debug-dialog.module.css';

/** Runs code in a frame without an origin and shows the value of its last line. */
export default function DebugDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  const [code, setCode] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();

  async function run(): Promise<void> {
    if (!frame.current) return;
    const answer = outcomeOf(frame.current);
    frame.current.srcdoc = codePage(code, cspNonce());
    setOutcome(await answer);
  }

  return (
    <Dialog
      title={t('screens.debug.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button kind="primary" onClick={() => void run()}>
            {t('screens.debug.run')}
          </Button>
        </>
      }
    >
      <textarea
        className={styles.code}
        aria-label={t('screens.debug.code')}
        value={code}
        rows={8}
        spellCheck={false}
        autoFocus
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) void run();
        }}
      />
      <output className={outcome?.ok === false ? `${styles.result} ${styles.failed}` : styles.result}>
        {outcome?.text ?? t('screens.debug.hint')}
      </output>
      <iframe ref={frame} className={styles.frame} sandbox="allow-scripts" title={t('screens.debug.title')} />
    </Dialog>
  );
}
