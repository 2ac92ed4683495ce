import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Dialog } from '../dialog.tsx';
import { Notice } from '../notice.tsx';
import styles from './form-dialog.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Labels of the two buttons. */
  readonly submit: string;
  readonly cancel: string;
  /** While what was sent is not answered. */
  readonly busy: boolean;
  /** Why it was refused, where no single field is at fault. */
  readonly problem?: string | undefined;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
}

/** A dialog that asks for something: its fields, Enter and the main button send them, Esc and Cancel leave. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, children, submit, cancel, busy, problem, onSubmit, onClose } = props;
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
          <Button type="submit" form={form} loading={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        {children}
      </form>
    </Dialog>
  );
}
