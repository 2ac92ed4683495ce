import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import styles from './step.module.css';

interface StepLayoutProps {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly onBack?: (() => void) | undefined;
  /** The primary action; undefined if the step continues automatically. */
  readonly next?: { readonly label: string; readonly disabled?: boolean; readonly run: () => void } | undefined;
  /** Runs on Enter in a field of a step whose actions are beside its fields. */
  readonly submit?: () => void;
  /** A secondary action. */
  readonly aside?: { readonly label: string; readonly run: () => void } | undefined;
}

/**
 * One step: heading, content, and actions at the bottom. Enter continues; the first field or button gets the focus once
 * rendered, unless the user moved it meanwhile.
 */
export function StepLayout({ title, text, children, onBack, next, submit, aside }: StepLayoutProps) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  // After every render: lists and results load later than the step, and may remove the focused element.
  useEffect(() => {
    const { current } = form;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const find = (what: string) => current?.querySelector<HTMLElement>(what);
    (find('[data-autofocus]') ?? find('input:checked') ?? find('input, [type="submit"]'))?.focus();
  });
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (submit) submit();
        else if (next && !next.disabled) next.run();
      }}
    >
      <h1 className={styles.title}>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.content}>{children}</div>
      <footer className={styles.actions}>
        {onBack && <Button onClick={onBack}>{t('common.back')}</Button>}
        <span className={styles.gap} />
        {aside && <Button onClick={aside.run}>{aside.label}</Button>}
        {next && (
          <Button kind="primary" type="submit" disabled={next.disabled}>
            {next.label}
          </Button>
        )}
      </footer>
    </form>
  );
}
