import { unknownPlaceholders } from '@berth/contract/profile/machine-values';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import styles from './machine-values.module.css';

interface MachineValuesProps {
  readonly text: string;
  readonly kind: unknown;
}

/** Says below a field with placeholders that machines fill them in, and which ones none of them knows. */
export function MachineValues({ text, kind }: MachineValuesProps): ReactNode {
  const { t } = useTexts();
  if (!text.includes('{{')) return null;
  const unknown = unknownPlaceholders(text);
  // Not valid in an address, which the field's error says.
  if (kind === 'address' && unknown.length > 0) return null;
  const words =
    unknown.length > 0 ? t('forms.values.unknown', { placeholders: unknown.join(', ') }) : t('forms.values.known');
  return (
    <p role="status" className={styles.note} data-warn={unknown.length > 0 || undefined}>
      {unbroken(words)}
    </p>
  );
}

/** A text whose placeholders do not wrap at their hyphens. */
function unbroken(words: string): readonly ReactNode[] {
  let at = 0;
  return words.split(/(\{\{.*?\}\})/).map((part) => {
    at += part.length;
    if (!part.startsWith('{{')) return part;
    return (
      <span key={at} className={styles.placeholder}>
        {part}
      </span>
    );
  });
}
