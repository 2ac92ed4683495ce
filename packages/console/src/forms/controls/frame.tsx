import { below } from '@berth/contract/profile/pointer';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { Initial } from '../../ui/initial.tsx';
import { FieldMarkContext, PeopleInFieldsContext, useForm } from '../form-context.tsx';
import { useLatest } from '../state/use-form-store.ts';
import { keysOf } from '../state/values-at-path.ts';
import styles from './frame.module.css';
import { focusField } from './use-edit.ts';

interface FrameProps {
  /** The field's path, which identifies the field of a fault. */
  readonly path: string;
  readonly onLeave: () => void;
  readonly children: ReactNode;
  /** Fields of a few characters stay narrow. */
  readonly width?: 'narrow' | 'wide' | 'full';
}

/** The frame of every control: its path, a callback on leaving, a mark beside it, and the other people in the field. */
export function Frame({ path, onLeave, children, width = 'wide' }: FrameProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const { configptr } = useForm();
  const pointer = pointerTo(configptr, path);
  const people = useContext(PeopleInFieldsContext).get(pointer);
  const mark = useContext(FieldMarkContext)?.(pointer);
  const leave = useLatest(onLeave);
  useEffect(() => {
    const element = frame.current;
    let unfocus: (() => void) | undefined;
    const onFocusIn = () => {
      unfocus ??= focusField(() => leave.current());
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && element?.contains(relatedTarget)) return;
      unfocus?.();
      unfocus = undefined;
      leave.current();
    };
    element?.addEventListener('focusin', onFocusIn);
    element?.addEventListener('focusout', onFocusOut);
    return () => {
      unfocus?.();
      element?.removeEventListener('focusin', onFocusIn);
      element?.removeEventListener('focusout', onFocusOut);
    };
  }, [leave]);
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-path={path}
      data-width={width}
      data-shared={people === undefined ? undefined : ''}
    >
      {children}
      {mark && <div className={styles.mark}>{mark}</div>}
      {people !== undefined && <People names={people} />}
    </div>
  );
}

function People({ names }: { readonly names: readonly string[] }): ReactNode {
  const { t } = useTexts();
  return (
    <div className={styles.people}>
      {names.map((name) => (
        <Initial key={name} name={name} label={t('forms.person', { name })} />
      ))}
    </div>
  );
}

/** JSON pointer into the target of the field at a path of a form. */
export function pointerTo(configptr: string, path: string): string {
  return keysOf(path).reduce(below, configptr);
}

/** A fault as controls show it: with an icon, so that it does not depend on color alone. */
export function faultNode(error: string | undefined): ReactNode {
  if (error === undefined) return undefined;
  return (
    <span className={styles.fault}>
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      {error}
    </span>
  );
}
