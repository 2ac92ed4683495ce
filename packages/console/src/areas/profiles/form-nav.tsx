import type { Fault } from '@berth/contract/errors';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect } from '@mantine/core';
import { IconHistory, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { patchedPointers } from '../../lib/merge-patch.ts';
import { FORM_AT_FIRST, FORM_GROUPS, formAt } from './form-list.ts';
import styles from './form-nav.module.css';

interface FormNavProps {
  readonly patch: Record<string, unknown>;
  readonly faults: readonly Fault[];
}

/** The settings forms, with a mark on changed or invalid ones. A select on narrow screens. */
export function FormNav({ patch, faults }: FormNavProps): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const current = query.get('form') ?? FORM_AT_FIRST;
  const changed = new Set(patchedPointers(patch).map((pointer) => formAt(pointer)?.id));
  const faulty = new Set(faults.map(({ path }) => formAt(path)?.id));
  return (
    <>
      <nav className={styles.nav} aria-label={t('console.forms.label')}>
        {FORM_GROUPS.map((group) => (
          <section key={group.label}>
            <h2 className={styles.group}>{t(group.label)}</h2>
            <ul>
              {group.forms.map(({ id, label, icon }) => (
                <Entry key={id} id={id} icon={icon} current={current}>
                  <span className={styles.word}>{t(label)}</span>
                  {faulty.has(id) && <Mark tone="bad">{t('console.forms.faulty')}</Mark>}
                  {changed.has(id) && !faulty.has(id) && <Mark tone="warn">{t('console.forms.changed')}</Mark>}
                </Entry>
              ))}
            </ul>
          </section>
        ))}
        <ul className={styles.last}>
          <Entry id="history" icon={IconHistory} current={current}>
            <span className={styles.word}>{t('console.history.title')}</span>
          </Entry>
        </ul>
      </nav>
      <NativeSelect
        className={styles.select}
        size="md"
        aria-label={t('console.forms.label')}
        value={current}
        onChange={(event) => setQuery({ form: event.currentTarget.value })}
        data={[
          ...FORM_GROUPS.map((group) => ({
            group: t(group.label),
            items: group.forms.map(({ id, label }) => ({ value: id, label: t(label) })),
          })),
          { value: 'history', label: t('console.history.title') },
        ]}
      />
    </>
  );
}

interface EntryProps {
  readonly id: string;
  readonly icon: TablerIcon;
  readonly current: string;
  readonly children: ReactNode;
}

function Entry({ id, icon: Icon, current, children }: EntryProps): ReactNode {
  return (
    <li>
      <Link to={{ search: `?form=${id}` }} className={styles.entry} aria-current={id === current ? 'page' : undefined}>
        <Icon size={18} stroke={1.5} aria-hidden />
        {children}
      </Link>
    </li>
  );
}

function Mark({ tone, children }: { readonly tone: 'bad' | 'warn'; readonly children: string }): ReactNode {
  return (
    <span className={styles.mark} data-tone={tone} title={children}>
      <span className="visually-hidden">{children}</span>
    </span>
  );
}
