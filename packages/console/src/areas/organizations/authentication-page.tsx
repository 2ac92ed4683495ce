import { changeAuth, readAuth } from '@berth/contract/api/organization-settings';
import type { OrganizationId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call, send } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryKey, reload } from '../../data/query.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { sameJson } from '../../lib/merge-patch.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { useKeepUnsaved } from '../parts/keep-unsaved.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { SaveStrip } from '../parts/save-strip.tsx';
import { offerUndo } from '../parts/undo.ts';
import { type Settings, type SettingsDraft, useSettingsDraft } from '../parts/use-settings-draft.ts';
import { AzureConsent } from './azure-consent.tsx';
import { useMay } from './queries.ts';

/** Login settings of the organization's machines (spec chapter 2, organization authentication settings). */
export function Component(): ReactNode {
  const { t } = useTexts();
  const id = useActiveOrganizationId();
  const { data, error, refetch } = useQuery({ ...authQuery(id), enabled: id !== null });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (id === null || !data) return <PageSkeleton title={t('members.auth.title')} />;
  return <Ways key={`${id} ${data.revision}`} id={id} stored={data} />;
}

/** The settings with the revision to send with a change. */
function authQuery(id: OrganizationId | null) {
  return queryOptions<StoredAuth>({
    queryKey: queryKey(readAuth, { params: { id: id ?? ('' as OrganizationId) } }),
    queryFn: async ({ signal }) => {
      const response = await send(readAuth, { params: { id: id ?? ('' as OrganizationId) }, signal });
      const { data }: { data: Settings } = await response.json();
      return { settings: data, revision: Number(response.headers.get('etag')?.replace(/\D/g, '')) };
    },
  });
}

function Ways({ id, stored }: { readonly id: OrganizationId; readonly stored: StoredAuth }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('auth.write');
  const draft = useAuthDraft(id, stored);
  useKeepUnsaved(`auth ${id} ${stored.revision}`, draft);
  return (
    <Page title={t('members.auth.title')} subtitle={t('members.auth.subtitle')}>
      <Panel title={t('members.auth.ways')}>
        <SettingsForm
          key={draft.generation}
          form="organization/auth"
          value={draft.settings}
          onChange={draft.edit}
          faults={draft.serverFaults}
          attempts={draft.attempts}
          readOnly={!mayChange}
        />
      </Panel>
      <AzureConsent settings={stored.settings} />
      {mayChange && draft.isChanged && (
        <SaveStrip busy={draft.busy} onSave={() => void draft.save()} onDiscard={draft.discard} />
      )}
    </Page>
  );
}

export interface StoredAuth {
  readonly settings: Settings;
  readonly revision: number;
}

/** The draft of the login settings. Saving replaces the form by one of the new revision. */
export function useAuthDraft(id: OrganizationId, stored: StoredAuth): SettingsDraft {
  const send = async (settings: Settings) => {
    const { data } = await call(changeAuth, { params: { id }, body: { ...settings }, ifMatch: stored.revision });
    // The reply masks a typed secret, which cannot be taken back.
    const replacesSecret = !sameJson(settings, data);
    const change = { action: changeAuth.id, targetId: id, before: { ...stored.settings, replacesSecret }, after: data };
    offerUndo(({ t }) => t('members.auth.saved'), change);
    await reload(readAuth);
    return undefined;
  };
  return useSettingsDraft(stored.settings, send, async (error) => {
    if (error instanceof ApiError && error.code === 'revision-conflict') await takeTheirs();
    else await showError(error);
  });
}

/** Offers to load settings that someone else saved meanwhile; they are few, so local changes are redone by hand. */
async function takeTheirs(): Promise<void> {
  const look = await confirm(({ t }) => ({
    title: t('console.conflict.title'),
    message: t('members.auth.conflict'),
    yes: t('members.auth.theirs'),
  }));
  if (look) await reload(readAuth);
}
