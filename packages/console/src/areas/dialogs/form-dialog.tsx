import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { DANGER } from '../../ui/mantine/theme.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './dialogs.module.css';
import type { DialogForm } from './use-dialog-form.ts';

interface FormDialogProps<Values> {
  readonly form: DialogForm<Values>;
  readonly title: string;
  /** Label of the submit button. */
  readonly submit: string;
  readonly children: ReactNode;
  /** Whether there is nothing to send yet. */
  readonly disabled?: boolean;
  /** Whether the action is destructive. */
  readonly danger?: boolean | undefined;
}

/**
 * A form in a dialog: Enter and the main button send it, Esc and Cancel close it. The element marked `data-autofocus`
 * gets the focus first, and an invalid field after the reply.
 */
export function FormDialog<Values>(props: FormDialogProps<Values>): ReactNode {
  const { title, submit, children, disabled = false, danger = false } = props;
  const { busy, isRestored, error, submit: send, leave } = props.form;
  const { t } = useTexts();
  const form = useId();
  return (
    <Dialog
      title={title}
      onClose={leave}
      actions={
        <>
          <Button variant="default" onClick={leave}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={form} loading={busy} disabled={disabled} {...(danger ? { color: DANGER } : {})}>
            {submit}
          </Button>
        </>
      }
    >
      <CheckedForm id={form} className={styles.form} onSubmit={send}>
        {isRestored && <Notice tone="info">{t('console.unsaved.restored')}</Notice>}
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {children}
      </CheckedForm>
    </Dialog>
  );
}

/** Two fields of a form, beside each other where there is room. */
export function FieldPair({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.pair}>{children}</div>;
}
