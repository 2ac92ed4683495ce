import { duplicateProfile } from '@berth/contract/api/profile-files';
import { type Route, route } from '../../http/route.ts';
import { withDefaults } from './definition/check.ts';
import { openDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { notFound } from './errors.ts';
import { makeProfile } from './make.ts';
import { findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export function duplicateProfileRoute(deps: ProfileDeps): Route {
  return route(duplicateProfile, async (call) => {
    const { params, body, tx, organizationId } = call;
    const key = { organizationId, profileId: params.id };
    const profile = await findProfile(tx, key);
    const current = profile && (await findRevision(tx, key, profile.revision));
    if (!current) throw notFound();
    const { deployment, revision } = profile;
    const definition = openDefinition(deps.sealer, organizationId, current.definition);
    const appsBefore = withDefaults(definition).thinhoc.apps.enabled;
    return makeProfile(
      deps,
      call,
      { name: body.name, deployment, definition, appsBefore },
      { copyOf: params.id, revision },
    );
  });
}
