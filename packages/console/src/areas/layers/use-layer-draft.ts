import { changeLayer, type Layer, listLayers, readLayer } from '@berth/contract/api/layers';
import type { Fault } from '@berth/contract/errors';
import { withPart } from '@berth/contract/layers/merge-part';
import { call } from '@berth/web/data/call.ts';
import { useRef, useState } from 'react';
import { queryClient, queryKey, reload } from '../../data/query.ts';
import type { SettingsChange } from '../../forms/settings-form.tsx';
import { sameJson } from '../../lib/merge-patch.ts';
import type { Unsaved } from '../parts/keep-unsaved.ts';
import { edited, rowsOf, type SettingRow, shownOf, withoutPath } from './layer-content.ts';

export type Definition = Readonly<Record<string, unknown>>;
export type Content = Pick<Layer, 'definition' | 'off' | 'locks'>;

/** A layer while being edited: the forms show its values within the product's defaults. */
export interface LayerDraft extends Unsaved<Content> {
  readonly content: Content;
  readonly definition: Definition;
  readonly serverFaults: readonly Fault[];
  /** What it sets, switches off and locks. */
  readonly rows: readonly SettingRow[];
  readonly edit: (change: SettingsChange<Definition>) => void;
  /** Adds a part of a definition. */
  readonly add: (part: Definition) => void;
  readonly remove: (path: string) => void;
  readonly switchOff: (path: string) => void;
  readonly lock: (path: string, locked: boolean) => void;
  readonly discard: () => void;
  readonly refuse: (faults: readonly Fault[]) => void;
  readonly save: () => Promise<void>;
  /** Goes on from a saved layer, without changes. */
  readonly restart: (saved: Layer) => void;
}

export function useLayerDraft(layer: Layer): LayerDraft {
  const base: Content = { definition: layer.definition, off: layer.off, locks: layer.locks };
  const [content, setContent] = useState(base);
  const [serverFaults, setFaults] = useState<readonly Fault[]>([]);
  // Rendering may lag behind typing; saving uses the latest values.
  const truth = useRef(content);
  const change = (next: Partial<Content>) => {
    truth.current = { ...truth.current, ...next };
    setContent(truth.current);
    setFaults([]);
  };
  const restart = (saved: Layer) => {
    const params = { orgId: saved.organizationId, layerId: saved.id };
    queryClient.setQueryData(queryKey(readLayer, { params }), saved);
    change({ definition: saved.definition, off: saved.off, locks: saved.locks });
  };
  const others = (list: readonly string[], path: string) => list.filter((each) => each !== path);
  return {
    content,
    definition: shownOf(content.definition),
    serverFaults,
    isChanged: !sameJson(content, base),
    rows: rowsOf(content),
    edit: ({ update }) => change({ definition: edited(truth.current.definition, update) }),
    add: (part) => change({ definition: withPart(truth.current.definition, part) }),
    remove: (path) => {
      const { definition, off, locks } = truth.current;
      change({ definition: withoutPath(definition, path), off: others(off, path), locks: others(locks, path) });
    },
    switchOff: (path) => change({ off: [...others(truth.current.off, path), path] }),
    lock: (path, locked) => {
      const rest = others(truth.current.locks, path);
      change({ locks: locked ? [...rest, path] : rest });
    },
    discard: () => change(base),
    unsaved: () => truth.current,
    resume: change,
    refuse: setFaults,
    async save() {
      const { organizationId: orgId, id: layerId, name, revision } = layer;
      const params = { orgId, layerId };
      const saved = await call(changeLayer, { params, body: { name, ...truth.current }, ifMatch: revision });
      restart(saved);
      await reload(listLayers);
    },
    restart,
  };
}
