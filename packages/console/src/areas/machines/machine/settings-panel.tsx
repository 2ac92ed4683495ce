import { changeMachineContext, type Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../../../data/query.ts';
import { callRevised } from '../../../data/revised.ts';
import { SettingsForm } from '../../../forms/settings-form.tsx';
import { sameJson } from '../../../lib/merge-patch.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useMay } from '../../organizations/queries.ts';
import { useKeepUnsaved } from '../../parts/keep-unsaved.ts';
import { LoadError } from '../../parts/loading.tsx';
import { SaveStrip } from '../../parts/save-strip.tsx';
import { offerUndo } from '../../parts/undo.ts';
import { type SettingsDraft, type StoredSettings, useSettingsDraft } from '../../parts/use-settings-draft.ts';
import { contextQuery } from './context-query.ts';

/** The forms of a single machine, by variant (spec chapter 2). */
const FORMS = { flex: 'machine/flex', smartconference: 'machine/smartconference' } as const;

/** Phone and calendar of one machine; empty for variants without own settings. */
export function SettingsPanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { deployment } = machine;
  if (deployment !== 'flex' && deployment !== 'smartconference') return null;
  return <Loaded machine={machine} form={FORMS[deployment]} />;
}

interface LoadedProps {
  readonly machine: Machine;
  readonly form: (typeof FORMS)[keyof typeof FORMS];
}

function Loaded({ machine, form }: LoadedProps): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(contextQuery(machine.id));
  return (
    <Panel title={t('machines.settings.title')}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={4} height="36px" />}
      {data && <Fields machine={machine} form={form} stored={data} />}
    </Panel>
  );
}

function Fields({ machine, form, stored }: LoadedProps & { readonly stored: StoredSettings }): ReactNode {
  const mayChange = useMay('machine.write');
  const draft = useContextDraft(machine.id, stored);
  useKeepUnsaved(`machine ${machine.id}`, draft);
  return (
    <>
      <SettingsForm
        key={draft.generation}
        form={form}
        value={draft.settings}
        onChange={draft.edit}
        faults={draft.serverFaults}
        attempts={draft.attempts}
        readOnly={!mayChange}
        deployment={machine.deployment}
      />
      {mayChange && draft.isChanged && (
        <SaveStrip busy={draft.busy} onSave={() => void draft.save()} onDiscard={draft.discard} />
      )}
    </>
  );
}

/** The draft of a machine's own settings. */
function useContextDraft(id: MachineId, stored: StoredSettings): SettingsDraft {
  return useSettingsDraft(stored, {
    async send(settings, base) {
      const input = { params: { id }, body: { ...settings }, ifMatch: base.revision };
      const { reply, revision } = await callRevised(changeMachineContext, input);
      const saved = { settings: reply, revision };
      queryClient.setQueryData(contextQuery(id).queryKey, saved);
      // The reply masks a typed secret, which cannot be taken back.
      const replacesSecret = !sameJson(settings, reply);
      const change = {
        action: changeMachineContext.id,
        targetId: id,
        before: { ...base.settings, replacesSecret },
        after: reply,
      };
      offerUndo(({ t }) => t('machines.settings.saved'), change);
      return saved;
    },
    load: () => queryClient.fetchQuery({ ...contextQuery(id), staleTime: 0 }),
  });
}
