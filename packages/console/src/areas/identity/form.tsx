import type { ReactNode } from 'react';
import { CheckedForm } from '../../ui/checked-form.tsx';
import styles from './form.module.css';

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that is checked by us, in the reader's language, and sent by Enter. */
export function Form({ onSubmit, children }: FormProps): ReactNode {
  return (
    <CheckedForm className={styles.form} onSubmit={onSubmit}>
      {children}
    </CheckedForm>
  );
}
