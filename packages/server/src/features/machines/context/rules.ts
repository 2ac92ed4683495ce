import type { OrganizationId } from '@berth/contract/ids';
import { checkValue } from '@berth/contract/profile/check';
import { MachineContext } from '@berth/contract/profile/machine-settings';
import { mask, unmask, unresolvedMasks } from '@berth/contract/profile/secrets';
import { Problem } from '../../../http/problem.ts';
import { compileSchema } from '../../../platform/schema.ts';
import type { Sealer } from '../../../platform/seal.ts';
import { openSecrets, type SealedDocument, sealSecrets } from '../../../platform/sealed-secrets.ts';

const validate = compileSchema(MachineContext);

/** The settings as they are stored from what a person sent, in which a mask keeps the secret it stands for. */
export function nextContext(
  sealer: Sealer,
  organizationId: OrganizationId,
  before: SealedDocument,
  sent: unknown,
): SealedDocument {
  const candidate = unmask(MachineContext, openContext(sealer, organizationId, before), sent);
  const { value, faults } = checkValue(MachineContext, candidate, validate);
  const lost = unresolvedMasks(MachineContext, candidate).map((path) => ({
    path,
    rule: 'lost-secret',
    message: 'must be entered again: the mask stands for no value here',
  }));
  const all = [...faults, ...lost];
  if (all.length > 0) throw new Problem('invalid-profile', "The machine's settings are not valid.", all);
  return sealSecrets(sealer, organizationId, MachineContext, value, before);
}

/** Complete and with secrets in clear: for the machine. */
export function openContext(
  sealer: Sealer,
  organizationId: OrganizationId,
  context: SealedDocument,
): Record<string, unknown> {
  return openSecrets(sealer, organizationId, MachineContext, complete(context));
}

/** Complete, with secrets masked: for people. */
export function maskContext(context: SealedDocument): Record<string, unknown> {
  return mask(MachineContext, complete(context)) as Record<string, unknown>;
}

// A machine starts with nothing of its own, which stands for every default.
function complete(context: SealedDocument): SealedDocument {
  return checkValue(MachineContext, context, () => []).value as SealedDocument;
}
