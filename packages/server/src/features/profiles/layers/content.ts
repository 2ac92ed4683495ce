import type { Fault } from '@berth/contract/errors';
import type { OrganizationId } from '@berth/contract/ids';
import { isOfTheProfile } from '@berth/contract/layers/lists';
import { PartialDefinition } from '@berth/contract/layers/partial';
import { kindAt, pathNamed } from '@berth/contract/layers/paths';
import { type LayerContent, layerSettings } from '@berth/contract/layers/settings';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { below } from '@berth/contract/profile/pointer';
import { mask, unmask } from '@berth/contract/profile/secrets';
import { ApiError } from '../../../http/api-error.ts';
import { compileSchema } from '../../../platform/schema.ts';
import { openSecrets, type SealedDocument, type Sealer, sealSecrets } from '../../../platform/seal.ts';
import { checkPart } from '../definition/check.ts';
import type { Extent } from './store.ts';

/** A layer's content as stored, with sealed secrets. */
export interface SealedContent extends Omit<LayerContent, 'definition'> {
  readonly definition: SealedDocument;
}

const validate = compileSchema(PartialDefinition);

/**
 * Checks a layer's content by itself: its part of a definition, and that its paths exist. Replaces masks with the
 * secrets of `before`. Throws 'invalid-profile' with every fault.
 */
export function checkContent(before: LayerContent | undefined, sent: LayerContent): LayerContent {
  const candidate = unmask(ProfileDefinition, before?.definition ?? {}, sent.definition);
  const { value, faults } = checkPart(PartialDefinition, candidate, validate);
  const off = paths(sent.off, 'off', (path) => kindAt(path) === 'entry');
  const locks = paths(sent.locks, 'locks', (path) => kindAt(path) !== undefined && !isOfTheProfile(path));
  const all = [
    ...faults.map((fault) => ({ ...fault, path: `/definition${fault.path}` })),
    ...off.faults,
    ...locks.faults,
  ];
  if (all.length > 0) throw new ApiError('invalid-profile', 'The layer is not valid.', all);
  return { definition: value as object, off: off.found, locks: locks.found };
}

/** Counts the settings and locks of a content. */
export function extentOf(content: LayerContent): Extent {
  const settings = layerSettings(content).filter(({ kind }) => kind === 'value' || kind === 'off');
  return { settings: settings.length, locks: content.locks.length };
}

export function sealContent(
  sealer: Sealer,
  organizationId: OrganizationId,
  { definition, off, locks }: LayerContent,
  before?: SealedContent,
): SealedContent {
  return {
    definition: sealSecrets(sealer, organizationId, ProfileDefinition, definition, before?.definition),
    off,
    locks,
  };
}

export function openContent(sealer: Sealer, organizationId: OrganizationId, content: SealedContent): LayerContent {
  return { ...content, definition: openSecrets(sealer, organizationId, ProfileDefinition, content.definition) };
}

/** A content as its editors see it. */
export function maskContent(content: SealedContent): SealedContent {
  return { ...content, definition: mask(ProfileDefinition, content.definition) as SealedDocument };
}

function paths(
  sent: readonly string[],
  field: string,
  fits: (path: string) => boolean,
): { readonly found: string[]; readonly faults: Fault[] } {
  const found: string[] = [];
  const faults: Fault[] = [];
  for (const [index, text] of sent.entries()) {
    const path = pathNamed(text);
    if (path !== undefined && fits(path)) found.push(path);
    else faults.push({ path: below(`/${field}`, index), rule: 'path', message: 'must name a place of a profile' });
  }
  return { found: [...new Set(found)], faults };
}
