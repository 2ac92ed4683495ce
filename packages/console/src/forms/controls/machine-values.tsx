import { unknownPlaceholders } from '@berth/contract/profile/machine-values';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import styles from './machine-values.module.css';

/** Says below a field with placeholders that machines fill them in, and which ones none of them knows. */
export function MachineValues({ text }: { readonly text: string }): ReactNode {
  const { t } = useTexts();
  if (!text.includes('{{')) return null;
  const unknown = unknownPlaceholders(text);
  return (
    <p role="status" className={styles.note} data-warn={unknown.length > 0 || undefined}>
      {unknown.length > 0 ? t('forms.values.unknown', { placeholders: unknown.join(', ') }) : t('forms.values.known')}
    </p>
  );
}
