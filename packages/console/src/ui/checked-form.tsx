import { type ReactNode, useEffect, useRef, useState } from 'react';

interface CheckedFormProps {
  readonly id?: string;
  readonly className: string | undefined;
  readonly onSubmit: () => Promise<void> | void;
  readonly children: ReactNode;
}

/**
 * A form with our own checks, in the user's language; Enter sends it. If it is rejected, the first invalid field gets
 * the focus (WCAG 2.2, 3.3.1).
 */
export function CheckedForm({ id, className, onSubmit, children }: CheckedFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  // Faults found while typing are shown without moving the focus.
  const awaited = useRef(false);
  const [, setSent] = useState(0);
  // On every render: the result may be available at once, or come from the server.
  useEffect(() => {
    if (!awaited.current) return;
    const fault = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!fault) return;
    awaited.current = false;
    fault.focus();
  });
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className={className}
      onInput={() => {
        awaited.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        awaited.current = true;
        // Renders again even if nothing else changes: the same fault, sent twice.
        setSent((times) => times + 1);
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
