import { randomUUID } from 'node:crypto';
import { createProfile } from '@berth/contract/api/profiles';
import type { ProfileId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import { type Route, route } from '../../http/route.ts';
import { checkDefinition } from './definition/check.ts';
import { sealDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { requireRoomForProfile } from './policy.ts';
import { orConstraint } from './problems.ts';
import { cleanName, requireSize } from './save.ts';
import { addRevision, insertProfile } from './store.ts';

export function createProfileRoute({ sealer, lockTier }: ProfileDeps): Route {
  return route(createProfile, async ({ body, caller, tx, organizationId, audit }) => {
    await requireRoomForProfile(tx, organizationId, lockTier);
    const definition = sealDefinition(sealer, organizationId, checkDefinition(body.definition ?? {}));
    requireSize(definition);
    const profileId = randomUUID() as ProfileId;
    const created = insertProfile(
      tx,
      { organizationId, profileId },
      { name: cleanName(body.name), deployment: body.deployment ?? DEPLOYMENT_DEFAULT, author: caller.email },
    );
    const profile = await orConstraint(created);
    await addRevision(tx, profile, definition, { authorId: caller.userId, author: caller.email, note: null });
    audit({ target: { kind: 'profile', id: profileId }, after: { name: profile.name, revision: profile.revision } });
    return { id: profileId };
  });
}
