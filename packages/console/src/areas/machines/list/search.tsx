import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAddressText } from '../../parts/use-address-text.ts';
import styles from './toolbar.module.css';

interface SearchProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The search over all columns. Apart from the filters beside it, which a letter would render again. */
export function Search({ text: found, onChange }: SearchProps): ReactNode {
  const { t } = useTexts();
  const search = useRef<HTMLInputElement>(null);
  useSlash(search);
  const { text, change, finish } = useAddressText(found, onChange);
  return (
    <TextInput
      ref={search}
      className={styles.search}
      type="search"
      // In the address of the page: a longer one could not be loaded again.
      maxLength={200}
      aria-label={t('console.machines.search')}
      aria-keyshortcuts="/"
      placeholder={t('console.machines.search')}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={finish}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text === '' ? (
          <kbd className={styles.key} aria-hidden>
            /
          </kbd>
        ) : (
          <ActionIcon variant="subtle" aria-label={t('common.clearSearch')} onClick={() => change('')}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )
      }
    />
  );
}

/** "/" focuses the search unless a field has the focus. */
function useSlash(search: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [search]);
}
