import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { ErrorText } from '../parts/field.tsx';
import styles from './network.module.css';

interface SubFormProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly submit: string;
  readonly ready: boolean;
  readonly working: boolean;
  readonly failure: string | undefined;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly aside?: ReactNode;
}

/**
 * A form inside a step of the wizard or a section of the settings. Not a form element, because forms cannot be nested.
 * Enter in a field still submits it.
 */
export function SubForm({ title, children, submit, ready, working, failure, onSubmit, onCancel, aside }: SubFormProps) {
  const { t } = useTexts();
  return (
    <fieldset
      className={styles.form}
      disabled={working}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        if (ready) onSubmit();
      }}
    >
      <legend className={styles.title}>{title}</legend>
      {children}
      {failure && <ErrorText>{failure}</ErrorText>}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <span className={styles.gap} />
        {aside}
        <Button kind="primary" disabled={!ready || working} onClick={onSubmit}>
          {working ? t('common.wait') : submit}
        </Button>
      </div>
    </fieldset>
  );
}
