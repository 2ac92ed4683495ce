import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CheckedForm } from '../checked-form.tsx';
import { Dialog } from '../dialog.tsx';
import { Notice } from '../notice.tsx';
import styles from './form-dialog.module.css';
import { DANGER } from './theme.ts';

interface FormDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Labels of the two buttons. */
  readonly submit: string;
  readonly cancel: string;
  /** While what was sent is not answered. */
  readonly busy: boolean;
  /** There is nothing to send yet. */
  readonly disabled?: boolean;
  /** What it sets off destroys something. */
  readonly danger?: boolean | undefined;
  /** Why it was refused, where no single field is at fault. */
  readonly problem?: string | undefined;
  readonly onSubmit: () => Promise<void> | void;
  readonly onClose: () => void;
}

/**
 * A dialog that asks for something: its fields, Enter and the main button send them, Esc and Cancel leave. The
 * element marked `data-autofocus` has the focus first, and a field that is at fault after the answer.
 */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, children, submit, cancel, busy, disabled = false, danger = false, problem, onSubmit, onClose } = props;
  const form = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={form} loading={busy} disabled={disabled} {...(danger ? { color: DANGER } : {})}>
            {submit}
          </Button>
        </>
      }
    >
      <CheckedForm id={form} className={styles.form} onSubmit={onSubmit}>
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        {children}
      </CheckedForm>
    </Dialog>
  );
}
