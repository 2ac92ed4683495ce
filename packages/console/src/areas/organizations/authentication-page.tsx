import { readAuth } from '@berth/contract/api/organization-settings';
import type { OrganizationId } from '@berth/contract/ids';
import { send } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryKey } from '../../data/query.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoadError } from '../parts/load-error.tsx';
import { PageSkeleton } from '../parts/page-skeleton.tsx';
import { SaveStrip } from '../parts/save-strip.tsx';
import type { Settings } from '../parts/use-settings-draft.ts';
import { useKeepUnsaved } from '../profiles/use-keep-unsaved.ts';
import { AzureConsent } from './azure-consent.tsx';
import { useMay } from './queries.ts';
import { type StoredAuth, useAuthDraft } from './use-auth-draft.ts';

/** How people log in at the organization's machines (spec chapter 2, organization authentication settings). */
export function Component(): ReactNode {
  const { t } = useTexts();
  const id = useActiveOrganizationId();
  const { data, error, refetch } = useQuery({ ...authQuery(id), enabled: id !== null });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (id === null || !data) return <PageSkeleton title={t('members.auth.title')} />;
  return <Ways key={`${id} ${data.revision}`} id={id} stored={data} />;
}

/** The settings with the revision that a change has to name. */
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
  useKeepUnsaved(draft.isChanged);
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
