import { type ReactNode, useEffect, useRef, useState } from 'react';

interface CheckedFormProps {
  readonly id?: string;
  readonly className: string | undefined;
  readonly onSubmit: () => Promise<void> | void;
  readonly children: ReactNode;
}

/**
 * A form that we check ourselves, in the reader's language; Enter sends it. Where it is not accepted, the focus goes to
 * the first field at fault, so that nobody has to look for it (WCAG 2.2, 3.3.1).
 */
export function CheckedForm({ id, className, onSubmit, children }: CheckedFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  // What is found wrong while somebody types on is shown, and leaves the focus alone.
  const awaited = useRef(false);
  const [, setSent] = useState(0);
  // With every drawing: the answer may be there at once, or come from the server.
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
        // Drawn again even if nothing else changes: the same fault, sent twice.
        setSent((times) => times + 1);
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
