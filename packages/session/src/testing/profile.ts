import type { ShownProfile } from '@berth/contract/bridge/profile';
import type { ProfileId } from '@berth/contract/ids';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';

/** A complete definition with only these values set. */
export function definitionWith(given: object): ProfileDefinition {
  return applyDefaults(ProfileDefinition, given);
}

/** A profile with such a definition, as the agent passes it. */
export function profileWith(given: object): NonNullable<ShownProfile> {
  return { id: 'p' as ProfileId, name: 'Lobby', revision: 1, definition: definitionWith(given) };
}
