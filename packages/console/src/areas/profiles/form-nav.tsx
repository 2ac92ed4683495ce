import type { ProfileEditor } from '@berth/contract/api/profiles';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect } from '@mantine/core';
import { IconHistory, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { patchedPointers } from '../../lib/merge-patch.ts';
import { Initial } from '../../ui/initial.tsx';
import { FindSetting } from './find-setting-field.tsx';
import { PAGE_AT_FIRST, PAGE_GROUPS, pageWith, partAt } from './form-list.ts';
import styles from './form-nav.module.css';
import type { Draft } from './use-draft.ts';

interface FormNavProps {
  readonly draft: Pick<Draft, 'patch' | 'faults' | 'definition' | 'attempts'>;
  /** The other people in the profile. */
  readonly others: readonly ProfileEditor[];
  /** Navigates to the field at a pointer into the definition. */
  readonly onFind: (pointer: string) => void;
}

/** The settings pages, with a mark on changed or invalid ones, and a search. A select on narrow screens. */
export function FormNav({ draft: { patch, faults, definition, attempts }, others, onFind }: FormNavProps): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const [isFinding, setFinding] = useState(false);
  const asked = query.get('form') ?? PAGE_AT_FIRST;
  const current = pageWith(asked)?.id ?? asked;
  const changed = new Set(patchedPointers(patch).map((pointer) => partAt(pointer)?.page.id));
  const faulty = new Set(faults.map(({ path }) => partAt(path)?.page.id));
  // What was just added there is still being filled in.
  if (attempts === 0) faulty.delete(pageWith(asked)?.id);
  return (
    <div className={styles.side} data-finding={isFinding || undefined}>
      <FindSetting definition={definition} onFind={onFind} onFinding={setFinding} />
      <nav className={styles.nav} aria-label={t('console.forms.label')} hidden={isFinding}>
        {PAGE_GROUPS.map((group) => (
          <section key={group.label}>
            <h2 className={styles.group}>{t(group.label)}</h2>
            <ul>
              {group.pages.map(({ id, label, icon }) => (
                <Entry key={id} id={id} icon={icon} current={current}>
                  <span className={styles.word}>{t(label)}</span>
                  {others.map(
                    ({ email, field }) =>
                      field !== null &&
                      partAt(field)?.page.id === id && (
                        <Initial key={email} name={email} label={t('console.editors.here', { name: email })} />
                      ),
                  )}
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
          ...PAGE_GROUPS.map((group) => ({
            group: t(group.label),
            items: group.pages.map(({ id, label }) => ({ value: id, label: t(label) })),
          })),
          { value: 'history', label: t('console.history.title') },
        ]}
      />
    </div>
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
        <Icon size={16} stroke={1.5} aria-hidden />
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
