import { type Profile, readProfile } from '@berth/contract/api/profiles';
import type { ProfileId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { read } from '../../data/query.ts';
import { Page } from '../../ui/page.tsx';
import { useEnterOrganization, useMay } from '../organizations/queries.ts';
import { useKeepUnsaved } from '../parts/keep-unsaved.ts';
import { pathOfList } from '../parts/list-memory.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { RolloutNotice } from '../rollouts/rollout-notice.tsx';
import { NewerNotice } from './conflict.tsx';
import { PAGE_AT_FIRST, pageWith, partAt } from './form-list.ts';
import { FormNav } from './form-nav.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { PreviewBeside, PreviewStrip, usePreviewPlace } from './preview/preview-place.tsx';
import { EditorsList, ProfileFacts, useEditors } from './profile-head.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import styles from './profile-page.module.css';
import { SaveButtons } from './save-buttons.tsx';
import { MarkedFormPanel } from './sources/marked-form-panel.tsx';
import { useDraft } from './use-draft.ts';

/** A profile and all its settings (spec chapter 2, profile view). */
export function Component(): ReactNode {
  const { t } = useTexts();
  const id = useParams().profileId as ProfileId;
  const { data, error, refetch } = useQuery(read(readProfile, { params: { id } }));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return data ? <ProfileView key={data.id} profile={data} /> : <PageSkeleton title={t('console.profiles.title')} />;
}

function ProfileView({ profile }: { readonly profile: Profile }): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  useEnterOrganization(profile.organizationId);
  const mayChange = useMay('profile.write');
  const draft = useDraft(profile);
  const [focus, setFocus] = useState<string>();
  const preview = usePreviewPlace();
  const { others, byField } = useEditors(profile.id);
  useKeepUnsaved(`profile ${profile.id}`, draft);
  const isHistory = query.get('form') === 'history';
  const goToField = (pointer: string) => {
    const id = partAt(pointer)?.page.id;
    if (id === undefined) return;
    // To the field, not to the top of its page.
    setQuery({ form: id }, { preventScrollReset: true });
    setFocus(pointer);
  };
  const page = pageWith(query.get('form') ?? PAGE_AT_FIRST);
  return (
    <Page
      wide
      headStays
      title={profile.name}
      breadcrumb={<Link to={pathOfList(paths.profiles())}>{t('console.profiles.title')}</Link>}
      meta={
        <>
          <ProfileFacts draft={draft} />
          <EditorsList others={others} onFind={goToField} />
        </>
      }
      actions={mayChange && <SaveButtons draft={draft} onCorrect={goToField} />}
      menu={<ProfileMenu profile={profile} draft={draft} />}
    >
      <div className={styles.columns} data-beside={preview.isBeside || undefined}>
        <FormNav draft={draft} others={others} onFind={goToField} />
        <div className={styles.middle}>
          {!preview.isBeside && <PreviewStrip draft={draft} place={preview} />}
          <div className={styles.form}>
            <RolloutNotice orgId={profile.organizationId} of={{ profileId: profile.id }} />
            <NewerNotice profile={profile} draft={draft} />
            {isHistory && <HistoryPanel draft={draft} />}
            {!isHistory && page && (
              <MarkedFormPanel
                key={page.id}
                page={page}
                profile={profile}
                draft={draft}
                people={byField}
                readOnly={!mayChange}
                attempts={draft.attempts}
                openForm={(id) => setQuery({ form: id })}
                focus={focus}
                onFocused={() => setFocus(undefined)}
              />
            )}
          </div>
        </div>
        {preview.isBeside && <PreviewBeside draft={draft} place={preview} />}
      </div>
    </Page>
  );
}
