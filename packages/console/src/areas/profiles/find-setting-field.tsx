import { useTexts } from '@berth/web/i18n/store.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { showError } from '../dialogs/show-error.tsx';
import { findSettings, loadSettings, reachable, type Setting } from './find-setting.ts';
import styles from './find-setting-field.module.css';

interface FindSettingProps {
  readonly definition: unknown;
  /** Called with the pointer of the chosen field. */
  readonly onFind: (pointer: string) => void;
  /** Called when results replace the navigation, and when they are gone. */
  readonly onFinding: (isFinding: boolean) => void;
}

/** Finds fields by their label in the current language; Enter goes to the first one. */
export function FindSetting({ definition, onFind, onFinding }: FindSettingProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [query, setQuery] = useState('');
  const [all, setAll] = useState<readonly Setting[]>();
  const place = useRef<HTMLElement>(null);
  const wanted = useDeferredValue(query);
  const found = useMemo(() => (all ? findSettings(all, wanted, texts) : []), [all, wanted, texts]);
  const isFinding = query.trim() !== '';
  useEffect(() => onFinding(isFinding), [isFinding, onFinding]);
  const load = () => void loadSettings().then(setAll, showError);
  const choose = (setting: Setting | undefined) => {
    if (!setting) return;
    setQuery('');
    onFind(reachable(setting, definition));
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') setQuery('');
    if (event.key === 'Escape' || step === undefined) return;
    const stops = [...(place.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
    event.preventDefault();
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };
  return (
    <search ref={place} className={styles.find} onKeyDown={onKey}>
      <TextInput
        type="search"
        aria-label={t('console.find.label')}
        placeholder={t('console.find.label')}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        rightSection={query === '' && <kbd className={styles.key}>/</kbd>}
        value={query}
        onFocus={load}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && all)
            choose(findSettings(all, query, texts)[0]?.setting);
        }}
      />
      {isFinding && (
        <div className={styles.results} aria-busy={!all || wanted !== query}>
          <p className={styles.count} role="status">
            {all && t('console.find.count', { count: found.length })}
          </p>
          <ul>
            {found.map(({ setting, label, place: where }) => (
              <li key={`${setting.page.id} ${setting.pointer}`}>
                <button type="button" className={styles.result} onClick={() => choose(setting)}>
                  <span>{label}</span>
                  <span className={styles.place}>{where}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}
