import { changeAuth, readAuth } from '@berth/contract/api/organization-settings';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { callRevised } from '../../data/revised.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { sameJson } from '../../lib/merge-patch.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { useKeepUnsaved } from '../parts/keep-unsaved.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { SaveStrip } from '../parts/save-strip.tsx';
import { offerUndo } from '../parts/undo.ts';
import { type SettingsDraft, type StoredSettings, useSettingsDraft } from '../parts/use-settings-draft.ts';
import { AzureConsent } from './azure-consent.tsx';
import { useMay } from './queries.ts';

/** Login settings of the organization's machines (spec chapter 2, organization authentication settings). */
export function Component(): ReactNode {
  const { t } = useTexts();
  const id = useActiveOrganizationId();
  const { data, error, refetch } = useQuery({ ...authQuery(id), enabled: id !== null });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (id === null || !data) return <PageSkeleton title={t('members.auth.title')} />;
  return <Ways key={id} id={id} stored={data} />;
}

function authQuery(id: OrganizationId | null) {
  const params = { id: id ?? ('' as OrganizationId) };
  return queryOptions<StoredSettings>({
    queryKey: queryKey(readAuth, { params }),
    queryFn: async ({ signal }) => {
      const { reply, revision } = await callRevised(readAuth, { params, signal });
      return { settings: reply.data, revision };
    },
  });
}

function Ways({ id, stored }: { readonly id: OrganizationId; readonly stored: StoredSettings }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('auth.write');
  const draft = useAuthDraft(id, stored);
  useKeepUnsaved(`auth ${id}`, draft);
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

/** The draft of the login settings. */
function useAuthDraft(id: OrganizationId, stored: StoredSettings): SettingsDraft {
  return useSettingsDraft(stored, {
    async send(settings, base) {
      const input = { params: { id }, body: { ...settings }, ifMatch: base.revision };
      const { reply, revision } = await callRevised(changeAuth, input);
      const saved = { settings: reply.data, revision };
      queryClient.setQueryData(authQuery(id).queryKey, saved);
      // The reply masks a typed secret, which cannot be taken back.
      const replacesSecret = !sameJson(settings, saved.settings);
      const before = { ...base.settings, replacesSecret };
      offerUndo(({ t }) => t('members.auth.saved'), {
        action: changeAuth.id,
        targetId: id,
        before,
        after: saved.settings,
      });
      return saved;
    },
    load: () => queryClient.fetchQuery({ ...authQuery(id), staleTime: 0 }),
  });
}
