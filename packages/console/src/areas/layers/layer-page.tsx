import { type Layer, readLayer } from '@berth/contract/api/layers';
import type { LayerId, OrganizationId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { Page } from '../../ui/page.tsx';
import { useMay } from '../organizations/queries.ts';
import { useKeepUnsaved } from '../parts/keep-unsaved.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { PAGE_AT_FIRST, PAGE_GROUPS, pageWith } from '../profiles/form-list.ts';
import { FormPanel } from '../profiles/form-panel.tsx';
import { RolloutNotice } from '../rollouts/rollout-notice.tsx';
import { LayerSettings } from './layer-settings.tsx';
import styles from './layers.module.css';
import { scopeName } from './layers-page.tsx';
import { useLockMarks, useLocksBelow } from './lock-marks.tsx';
import { SaveLayer } from './save-layer.tsx';
import { useLayerDraft } from './use-layer-draft.ts';

const NOBODY = new Map<string, readonly string[]>();

/** One layer: what it sets and locks, and the forms of a profile to set more. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  const layerId = useParams().layerId as LayerId;
  return orgId === null ? null : <LoadedLayer orgId={orgId} layerId={layerId} />;
}

function LoadedLayer({ orgId, layerId }: { readonly orgId: OrganizationId; readonly layerId: LayerId }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(read(readLayer, { params: { orgId, layerId } }));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return data ? <LayerView key={data.id} layer={data} /> : <PageSkeleton title={t('machines.layers.title')} />;
}

function LayerView({ layer }: { readonly layer: Layer }): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const mayChange = useMay('profile.write');
  const draft = useLayerDraft(layer);
  const lockBelow = useLocksBelow(layer);
  const mark = useLockMarks(draft, lockBelow, mayChange && layer.scope !== 'machine');
  const [attempts, setAttempts] = useState(0);
  useKeepUnsaved(`layer ${layer.id}`, draft);
  const page = pageWith(query.get('form') ?? PAGE_AT_FIRST);
  return (
    <Page
      wide
      headStays
      title={layer.name}
      breadcrumb={<Link to={paths.layers()}>{t('machines.layers.title')}</Link>}
      meta={scopeName(layer, t)}
      actions={mayChange && <SaveLayer layer={layer} draft={draft} onAttempt={() => setAttempts(attempts + 1)} />}
    >
      <div className={styles.columns}>
        <div className={styles.form}>
          <RolloutNotice orgId={layer.organizationId} of={{ layerId: layer.id }} />
          <NativeSelect
            aria-label={t('console.forms.label')}
            value={page?.id}
            onChange={(event) => setQuery({ form: event.currentTarget.value })}
            data={PAGE_GROUPS.map((group) => ({
              group: t(group.label),
              // Apps are charged by profile.
              items: group.pages
                .filter(({ id }) => id !== 'app-manager')
                .map(({ id, label }) => ({ value: id, label: t(label) })),
            }))}
          />
          {page && (
            <FormPanel
              key={page.id}
              page={page}
              profile={{ organizationId: layer.organizationId, deployment: DEPLOYMENT_DEFAULT }}
              people={NOBODY}
              mark={mark}
              draft={draft}
              readOnly={!mayChange}
              attempts={attempts}
              openForm={(id) => setQuery({ form: id })}
            />
          )}
        </div>
        <LayerSettings draft={draft} layer={layer} lockBelow={lockBelow} mayChange={mayChange} />
      </div>
    </Page>
  );
}
