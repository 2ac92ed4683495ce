import { type Profile, readWebPage } from '@berth/contract/api/profiles';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, Suspense, use, useCallback, useId } from 'react';
import {
  Deeper,
  type FieldMark,
  FieldMarkContext,
  type PeopleInFields,
  PeopleInFieldsContext,
  type ReadPage,
  ReadPageContext,
} from '../../forms/form-context.tsx';
import { loadForm } from '../../forms/form-definition.ts';
import { LoadBoundary } from '../../forms/load-boundary.tsx';
import { FormSkeleton, SettingsForm, type SettingsFormProps } from '../../forms/settings-form.tsx';
import { AppNotice } from './app-notice.tsx';
import { type FormPart, partAt, type SettingsPage } from './form-list.ts';
import styles from './form-panel.module.css';
import type { Definition, Draft } from './use-draft.ts';

export interface FormPanelProps
  extends Pick<SettingsFormProps<Definition>, 'readOnly' | 'attempts' | 'focus' | 'onFocused'> {
  readonly page: SettingsPage;
  readonly profile: Pick<Profile, 'organizationId' | 'deployment'>;
  /** The other people in its fields. */
  readonly people: PeopleInFields;
  readonly draft: Pick<Draft, 'definition' | 'edit' | 'serverFaults'>;
  readonly openForm: (id: string) => void;
  /** What stands beside each field. */
  readonly mark?: FieldMark | undefined;
}

/** Below the part's own heading. */
const DEEPER = { groups: 1, isInner: false } as const;

/** The forms of a profile's page, each with a notice if machines ignore it. */
export function FormPanel({ page, focus, people, mark, ...common }: FormPanelProps): ReactNode {
  const { t } = useTexts();
  const focused = focus === undefined ? undefined : partAt(focus)?.part;
  const { organizationId: id } = common.profile;
  const readPage = useCallback<ReadPage>(
    (url, signal) => call(readWebPage, { params: { id }, body: { url }, signal }),
    [id],
  );
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{t(page.label)}</h2>
      <ReadPageContext value={readPage}>
        <PeopleInFieldsContext value={people}>
          <FieldMarkContext value={mark}>
            <LoadBoundary>
              <Suspense fallback={<FormSkeleton />}>
                <Parts page={page} focused={focused} focus={focus} {...common} />
              </Suspense>
            </LoadBoundary>
          </FieldMarkContext>
        </PeopleInFieldsContext>
      </ReadPageContext>
    </div>
  );
}

interface PartsProps extends Omit<FormPanelProps, 'people' | 'mark'> {
  readonly focused: FormPart | undefined;
}

/** Waits for all forms of the page: one that is shown earlier would move when the others arrive. */
function Parts({ page, focused, focus, ...common }: PartsProps): ReactNode {
  const loading = page.parts.map(({ form }) => loadForm(form));
  for (const each of loading) use(each);
  return page.parts.map((part) => (
    <Part
      key={`${part.form} ${part.label}`}
      part={part}
      isNamed={part.label !== page.label}
      focus={part === focused ? focus : undefined}
      {...common}
    />
  ));
}

interface PartProps extends Omit<FormPanelProps, 'page' | 'people' | 'mark'> {
  readonly part: FormPart;
  /** Whether it has a heading besides the page's. */
  readonly isNamed: boolean;
}

function Part({ part, isNamed, profile, draft, openForm, ...shown }: PartProps): ReactNode {
  const { t } = useTexts();
  const heading = useId();
  const { deployment } = profile;
  const form = (
    <>
      <AppNotice
        form={part.form}
        definition={draft.definition as unknown as ProfileDefinition}
        deployment={deployment}
        openApps={() => openForm('app-manager')}
      />
      <SettingsForm
        form={part.form}
        part={`${part.form} ${part.label}`}
        owns={part.owns}
        value={draft.definition}
        onChange={draft.edit}
        faults={draft.serverFaults}
        deployment={deployment}
        openForm={openForm}
        {...shown}
      />
    </>
  );
  if (!isNamed) return <div className={styles.part}>{form}</div>;
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {t(part.label)}
      </h3>
      <Deeper value={DEEPER}>{form}</Deeper>
    </section>
  );
}
