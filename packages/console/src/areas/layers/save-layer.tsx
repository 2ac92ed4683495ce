import type { Layer } from '@berth/contract/api/layers';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconStairsUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SaveMenu } from '../parts/save-menu.tsx';
import { useRolloutUnderWay } from '../rollouts/queries.ts';
import { rollOutDraft, saveDraft } from './save-draft.ts';
import type { LayerDraft } from './use-layer-draft.ts';

interface SaveLayerProps {
  readonly layer: Layer;
  readonly draft: LayerDraft;
  /** Called before the draft is sent. */
  readonly onAttempt: () => void;
}

/** Saves the changes of a layer, rolls them out in groups, or discards them. */
export function SaveLayer({ layer, draft, onAttempt }: SaveLayerProps): ReactNode {
  const { t } = useTexts();
  const [busy, during] = useBusy();
  const rollout = useRolloutUnderWay(layer.organizationId, { layerId: layer.id });
  const attempt = (send: typeof saveDraft) => {
    onAttempt();
    void during(() => send(layer, draft));
  };
  return (
    <>
      {draft.isChanged && (
        <Button variant="subtle" onClick={draft.discard} disabled={busy}>
          {t('common.discard')}
        </Button>
      )}
      <Button.Group>
        <Button disabled={!draft.isChanged} loading={busy} onClick={() => attempt(saveDraft)}>
          {t('common.save')}
        </Button>
        {draft.isChanged && !rollout && layer.scope !== 'machine' && (
          <SaveMenu
            disabled={busy}
            choices={[{ icon: IconStairsUp, label: t('rollouts.open'), onClick: () => attempt(rollOutDraft) }]}
          />
        )}
      </Button.Group>
    </>
  );
}
