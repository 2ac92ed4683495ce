import { withPart } from '@berth/contract/layers/merge-part';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { toast } from '../../parts/toast.ts';
import type { Definition, Draft } from '../use-draft.ts';
import { openImport } from './import-dialog.tsx';

/** Adds the settings of another product's file to a profile's draft. Nothing is saved. */
export async function importInto(draft: Draft): Promise<void> {
  const part = await openImport();
  if (part === undefined) return;
  draft.edit({
    configptr: '/thinhoc/sessions',
    part: 'import',
    faults: [],
    update: (definition) => applyDefaults(ProfileDefinition, withPart(definition, part)) as unknown as Definition,
  });
  toast(({ t }) => t('forms.import.done'));
}
