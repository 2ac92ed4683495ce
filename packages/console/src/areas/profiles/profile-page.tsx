import { type Profile, readProfile } from '@berth/contract/api/profiles';
import type { ProfileId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { read } from '../../data/query.ts';
import { Page } from '../../ui/page.tsx';
import { useMay } from '../organizations/queries.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { personName } from '../parts/person-name.ts';
import { useKeepUnsaved } from '../parts/save-strip.tsx';
import { RolloutNotice } from '../rollouts/rollout-notice.tsx';
import { NewerNotice } from './conflict.tsx';
import { FORM_AT_FIRST, formAt, formById } from './form-list.ts';
import { FormNav } from './form-nav.tsx';
import { FormPanel } from './form-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import styles from './profile-page.module.css';
import { SaveBar } from './save-bar.tsx';
import { useDraft } from './use-draft.ts';

const Preview = lazy(() => import('./preview/preview.tsx'));

/** A profile and all its settings (spec chapter 2, profile view). */
export function Component(): ReactNode {
  const { t } = useTexts();
  const id = useParams().profileId as ProfileId;
  const { data, error, refetch } = useQuery(read(readProfile, { params: { id } }));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return data ? <ProfileView key={data.id} profile={data} /> : <PageSkeleton title={t('console.profiles.title')} />;
}

function ProfileView({ profile }: { readonly profile: Profile }): ReactNode {
  const { t, relative } = useTexts();
  const [query, setQuery] = useSearchParams();
  const mayChange = useMay('profile.write');
  const draft = useDraft(profile);
  // Fields never focused show their faults after a save attempt.
  const [attempts, setAttempts] = useState(0);
  const [focus, setFocus] = useState<string>();
  const [isPreviewing, setPreviewing] = useState(false);
  useKeepUnsaved(draft.isChanged);
  const { base } = draft;
  const isHistory = query.get('form') === 'history';
  const correct = (pointer: string) => {
    const id = formAt(pointer)?.id;
    if (id === undefined) return;
    // To the field, not to the top of its form.
    setQuery({ form: id }, { preventScrollReset: true });
    setFocus(pointer);
  };
  const form = formById(query.get('form') ?? FORM_AT_FIRST);
  return (
    <Page
      wide
      title={profile.name}
      breadcrumb={<Link to={paths.profiles()}>{t('console.profiles.title')}</Link>}
      subtitle={t('console.profile.saved', {
        revision: base.revision,
        author: personName(t, base.updatedBy),
        when: relative(base.updatedAt, Date.now()),
      })}
      actions={
        <Button
          variant="default"
          aria-expanded={isPreviewing}
          leftSection={<IconEye size={18} stroke={1.5} aria-hidden />}
          onClick={() => setPreviewing(!isPreviewing)}
        >
          {t(isPreviewing ? 'console.preview.hide' : 'console.preview.show')}
        </Button>
      }
      menu={<ProfileMenu profile={profile} draft={draft} />}
    >
      <RolloutNotice profileId={profile.id} />
      <NewerNotice profile={profile} draft={draft} />
      <div className={styles.columns}>
        <FormNav patch={draft.patch} faults={draft.faults} />
        <div className={styles.form} data-preview={isPreviewing || undefined}>
          {isPreviewing && (
            <div className={styles.preview}>
              <Suspense>
                <Preview draft={draft} />
              </Suspense>
            </div>
          )}
          {isHistory && <HistoryPanel draft={draft} />}
          {!isHistory && form && (
            <FormPanel
              form={form}
              profile={profile}
              draft={draft}
              readOnly={!mayChange}
              attempts={attempts}
              openForm={(id) => setQuery({ form: id })}
              focus={focus}
              onFocused={() => setFocus(undefined)}
            />
          )}
        </div>
      </div>
      {mayChange && <SaveBar draft={draft} onTry={() => setAttempts((before) => before + 1)} onCorrect={correct} />}
    </Page>
  );
}
