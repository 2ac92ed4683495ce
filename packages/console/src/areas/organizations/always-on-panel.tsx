import { DOWN_MINUTES } from '@berth/contract/api/fleet';
import { changeMonitoring, readMonitoring } from '@berth/contract/api/organization-settings';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { queryClient, queryKey, read } from '../../data/query.ts';
import { showError } from '../dialogs/show-error.tsx';
import { TagField } from '../machines/tags.tsx';
import { LoadedPanel } from '../parts/loaded-panel.tsx';
import { useMay } from './queries.ts';

interface AlwaysOnProps {
  readonly id: OrganizationId;
}

/** The tags of the machines that should always be online. */
export function AlwaysOnPanel({ id }: AlwaysOnProps): ReactNode {
  const { t } = useTexts();
  const query = useQuery(read(readMonitoring, { params: { id } }));
  return (
    <LoadedPanel title={t('members.alwaysOn')} query={query} lines={2}>
      {({ alwaysOnTags }) => <Tags key={id} id={id} saved={alwaysOnTags} />}
    </LoadedPanel>
  );
}

function Tags({ id, saved }: AlwaysOnProps & { readonly saved: readonly string[] }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('organization.write');
  const [shown, setShown] = useState<readonly string[]>();
  const last = useRef(Promise.resolve());
  const save = async (alwaysOnTags: readonly string[]) => {
    try {
      const after = await call(changeMonitoring, { params: { id }, body: { alwaysOnTags: [...alwaysOnTags] } });
      queryClient.setQueryData(queryKey(readMonitoring, { params: { id } }), after);
    } catch (error) {
      setShown(undefined);
      await showError(error);
    }
  };
  return (
    <TagField
      tags={shown ?? saved}
      disabled={!mayChange}
      words={{
        label: t('members.alwaysOn.tags'),
        description: t('members.alwaysOn.description', { minutes: DOWN_MINUTES }),
      }}
      onChange={(tags) => {
        setShown(tags);
        // One after the other: the last change is the one that is kept.
        last.current = last.current.then(() => save(tags));
      }}
    />
  );
}
