import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react';
import { openDialog } from '../dialogs/stack.tsx';
import styles from './identity-frame.module.css';

const SECTIONS = [1, 2, 3, 4, 5, 6] as const;

function TermsDialog({ close }: { readonly close: (accepted: boolean) => void }): ReactNode {
  const { t } = useTexts();
  const region = useRef<HTMLElement>(null);
  const [read, setRead] = useState(false);
  const look = (element: HTMLElement) => {
    // A pixel of tolerance: zoomed pages scroll by fractions.
    if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) setRead(true);
  };
  useEffect(() => {
    if (!region.current) return;
    // Keyboards scroll the focused element.
    region.current.tabIndex = 0;
    region.current.focus();
    // If everything is visible there is nothing to scroll.
    if (region.current.scrollHeight <= region.current.clientHeight + 1) setRead(true);
  }, []);
  return (
    <Dialog
      title={t('identity.terms.title')}
      onClose={() => close(false)}
      actions={
        <>
          <Button variant="default" onClick={() => close(false)}>
            {t('identity.terms.decline')}
          </Button>
          <Button disabled={!read} onClick={() => close(true)}>
            {t('identity.terms.accept')}
          </Button>
        </>
      }
    >
      <section
        ref={region}
        className={styles.text}
        aria-label={t('identity.terms.title')}
        onScroll={(event: UIEvent<HTMLElement>) => look(event.currentTarget)}
      >
        {SECTIONS.map((number) => (
          <div key={number}>
            <h3>{t(`identity.terms.${number}.title`)}</h3>
            <p>{t(`identity.terms.${number}.text`)}</p>
          </div>
        ))}
      </section>
      <p className={styles.hint} data-done={read || undefined}>
        {t('identity.terms.scroll')}
      </p>
    </Dialog>
  );
}

/** Shows the terms of use; they can be accepted only after scrolling down (spec chapter 4). */
export function readTerms(): Promise<boolean> {
  return openDialog<boolean>((close) => <TermsDialog close={close} />);
}
