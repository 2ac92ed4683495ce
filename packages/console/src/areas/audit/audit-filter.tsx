import { ACTOR_KINDS } from '@berth/contract/api/audit';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useAddressText } from '../parts/use-address-text.ts';
import styles from './audit.module.css';
import { EVERY_ACTOR, readSearch } from './where.ts';

/** The filter of the log, stored in the URL. */
export function AuditFilter(): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const search = readSearch(query);
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <search className={styles.filter}>
      <SearchField value={search.text} onChange={(text) => set('q', text)} />
      <NativeSelect
        aria-label={t('audit.actor')}
        value={search.actorKind}
        onChange={(event) => set('by', event.currentTarget.value)}
        data={[
          { value: '', label: t('audit.actor.noMachines') },
          { value: EVERY_ACTOR, label: t('audit.actor.all') },
          ...ACTOR_KINDS.map((kind) => ({ value: kind, label: t(`audit.actor.${kind}`) })),
        ]}
      />
      <TextInput
        className={styles.day}
        type="date"
        label={t('audit.since')}
        value={search.since}
        onChange={(event) => set('since', event.currentTarget.value)}
      />
      <TextInput
        className={styles.day}
        type="date"
        label={t('audit.until')}
        value={search.until}
        onChange={(event) => set('until', event.currentTarget.value)}
      />
    </search>
  );
}

/** Searches after a pause in typing. */
function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useTexts();
  const { text, change, finish } = useAddressText(value, onChange);
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={t('audit.search')}
      placeholder={t('audit.search')}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      data-search
      maxLength={200}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={finish}
    />
  );
}
