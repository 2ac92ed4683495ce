import type { LoginProvider } from '@berth/contract/bridge/login';
import { useTexts } from '@berth/web/i18n/store.ts';
import styles from './providers.module.css';

interface ProvidersProps {
  readonly ids: readonly LoginProvider[];
  readonly value: LoginProvider;
  readonly onChange: (id: LoginProvider) => void;
}

/** The login methods, side by side. */
export function Providers({ ids, value, onChange }: ProvidersProps) {
  const { t } = useTexts();
  return (
    <div className={styles.providers} role="radiogroup" aria-label={t('greeter.provider')}>
      {ids.map((id) => (
        <label key={id} className={styles.provider}>
          <input
            type="radio"
            name="provider"
            className={styles.radio}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          {t(`greeter.provider.${id}`)}
        </label>
      ))}
    </div>
  );
}
