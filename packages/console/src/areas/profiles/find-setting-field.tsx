import { useTexts } from '@berth/web/i18n/store.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { showError } from '../dialogs/show-error.tsx';
import type { FindSettings, FoundSetting } from './find-setting.ts';
import styles from './find-setting-field.module.css';

/** Loads the forms of all pages. */
const loadFinder = async () => (await import('./find-setting.ts')).loadFinder();

interface FindSettingProps {
  readonly definition: unknown;
  /** Called with the pointer of the chosen field. */
  readonly onFind: (pointer: string) => void;
  /** Called when results replace the navigation, and when they disappear. */
  readonly onFinding: (isFinding: boolean) => void;
}

/** Finds fields by their label in the current language; Enter goes to the first one. */
export function FindSetting({ definition, onFind, onFinding }: FindSettingProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [query, setQuery] = useState('');
  const [find, setFind] = useState<FindSettings>();
  const place = useRef<HTMLElement>(null);
  const wanted = useDeferredValue(query);
  const found = useMemo(() => find?.(wanted, texts) ?? [], [find, wanted, texts]);
  const isFinding = query.trim() !== '';
  useEffect(() => onFinding(isFinding), [isFinding, onFinding]);
  const load = () => void loadFinder().then((loaded) => setFind(() => loaded), showError);
  const choose = (setting: FoundSetting | undefined) => {
    if (!setting) return;
    setQuery('');
    onFind(setting.reachable(definition));
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
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(find?.(query, texts)[0]);
        }}
      />
      {isFinding && (
        <div className={styles.results} aria-busy={!find || wanted !== query}>
          <p className={styles.count} role="status">
            {find && t('console.find.count', { count: found.length })}
          </p>
          <ul>
            {found.map((setting) => (
              <li key={setting.pointer}>
                <button type="button" className={styles.result} onClick={() => choose(setting)}>
                  <span>{setting.label}</span>
                  <span className={styles.place}>{setting.place}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}
