import { changeLayer, type Layer, listLayers, readLayer } from '@berth/contract/api/layers';
import type { Fault } from '@berth/contract/errors';
import { withPart } from '@berth/contract/layers/merge-part';
import { call } from '@berth/web/data/call.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient, queryKey, reload } from '../../data/query.ts';
import type { SettingsChange } from '../../forms/settings-form.tsx';
import { applyMergePatch, mergePatchOf, sameJson } from '../../lib/merge-patch.ts';
import type { Unsaved } from '../parts/keep-unsaved.ts';
import { edited, rowsOf, type SettingRow, shownOf, withoutPath } from './layer-content.ts';

export type Definition = Readonly<Record<string, unknown>>;
export type Content = Pick<Layer, 'definition' | 'off' | 'locks'>;

/** The changes, as a merge patch. */
type Patch = Readonly<Record<string, unknown>>;

/** A layer while being edited: the forms show its values within the product's defaults. */
export interface LayerDraft extends Unsaved<Patch> {
  readonly content: Content;
  readonly definition: Definition;
  readonly serverFaults: readonly Fault[];
  /** What it sets, switches off and locks. */
  readonly rows: readonly SettingRow[];
  /** The content with everything that was typed. */
  readonly latest: () => Content;
  readonly edit: (change: SettingsChange<Definition>) => void;
  /** Adds a part of a definition. */
  readonly add: (part: Definition) => void;
  readonly remove: (path: string) => void;
  readonly switchOff: (path: string) => void;
  readonly lock: (path: string, locked: boolean) => void;
  readonly discard: () => void;
  readonly refuse: (faults: readonly Fault[]) => void;
  readonly save: () => Promise<void>;
  /** Goes on from a saved layer, with or without the current changes. */
  readonly restart: (saved: Layer, keepChanges?: boolean) => void;
}

interface DraftState {
  /** The layer that the draft started from. */
  readonly base: Layer;
  readonly content: Content;
  readonly serverFaults: readonly Fault[];
}

const contentOf = ({ definition, off, locks }: Content): Content => ({ definition, off, locks });
const patchOf = ({ base, content }: DraftState): Patch => mergePatchOf({ ...contentOf(base) }, { ...content });
const patched = (base: Content, patch: Patch) => applyMergePatch({ ...contentOf(base) }, patch) as unknown as Content;
const startingFrom = (base: Layer): DraftState => ({ base, content: contentOf(base), serverFaults: [] });

export function useLayerDraft(layer: Layer): LayerDraft {
  const [shown, setShown] = useState(() => startingFrom(layer));
  // Rendering may lag behind typing; saving uses the latest values.
  const truth = useRef(shown);
  const apply = useCallback((next: Partial<DraftState>) => {
    truth.current = { ...truth.current, serverFaults: [], ...next };
    setShown(truth.current);
  }, []);
  const change = (next: Partial<Content>) => apply({ content: { ...truth.current.content, ...next } });
  const { base, content, serverFaults } = shown;
  const isChanged = !sameJson(content, contentOf(base));
  const isNewer = layer.revision > base.revision;
  // Another person's change is applied right away if nothing would be lost.
  useEffect(() => {
    if (isNewer && !isChanged) apply(startingFrom(layer));
  }, [isNewer, isChanged, layer, apply]);
  const restart = (saved: Layer, keepChanges = false) => {
    const params = { orgId: saved.organizationId, layerId: saved.id };
    queryClient.setQueryData(queryKey(readLayer, { params }), saved);
    const kept = keepChanges ? patchOf(truth.current) : {};
    apply({ base: saved, content: patched(saved, kept) });
  };
  const others = (list: readonly string[], path: string) => list.filter((each) => each !== path);
  return {
    content,
    definition: shownOf(content.definition),
    serverFaults,
    isChanged,
    revision: base.revision,
    rows: rowsOf(content),
    latest: () => truth.current.content,
    edit: ({ update }) => change({ definition: edited(truth.current.content.definition, update) }),
    add: (part) => change({ definition: withPart(truth.current.content.definition, part) }),
    remove: (path) => {
      const { definition, off, locks } = truth.current.content;
      change({ definition: withoutPath(definition, path), off: others(off, path), locks: others(locks, path) });
    },
    switchOff: (path) => change({ off: [...others(truth.current.content.off, path), path] }),
    lock: (path, locked) => {
      const rest = others(truth.current.content.locks, path);
      change({ locks: locked ? [...rest, path] : rest });
    },
    discard: () => apply(startingFrom(base)),
    unsaved: () => patchOf(truth.current),
    resume: (unsaved, revision) =>
      // Someone else may have saved since: their revision is not taken up unasked.
      apply({ base: { ...base, revision: Math.min(revision, base.revision) }, content: patched(base, unsaved) }),
    refuse: (faults) => apply({ serverFaults: faults }),
    async save() {
      const { organizationId: orgId, id: layerId, name, revision } = truth.current.base;
      const params = { orgId, layerId };
      const sent = truth.current.content;
      const saved = await call(changeLayer, { params, body: { name, ...sent }, ifMatch: revision });
      // What was changed while it was saved stays, on top of it.
      restart(saved, truth.current.content !== sent);
      await reload(listLayers);
    },
    restart,
  };
}
