import {
  exportProfile,
  importProfile,
  PROFILE_FILE_FORMAT,
  PROFILE_FILE_VERSION,
  ProfileFile,
} from '@berth/contract/api/profiles';
import type { Fault } from '@berth/contract/errors';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import { checkValue } from '@berth/contract/profile/check';
import { ApiError } from '../../http/api-error.ts';
import { Download } from '../../http/download.ts';
import { type Route, route } from '../../http/route.ts';
import { compileSchema } from '../../platform/schema.ts';
import { makeProfile } from './create-profile.ts';
import { definitionFaults } from './definition/check.ts';
import { maskDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { noSuchRevision, notFound } from './errors.ts';
import { findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export const exportProfileRoute = route(exportProfile, async ({ params, query, tx, organizationId }) => {
  const key = { organizationId, profileId: params.id };
  const profile = await findProfile(tx, key);
  if (!profile) throw notFound();
  const revision = query.revision ?? profile.revision;
  const found = await findRevision(tx, key, revision);
  if (!found) throw noSuchRevision(revision);
  const file: ProfileFile = {
    format: PROFILE_FILE_FORMAT,
    version: PROFILE_FILE_VERSION,
    name: found.name,
    deployment: profile.deployment as ProfileFile['deployment'] & string,
    definition: maskDefinition(found.definition),
  };
  // Indented for people and for line-based version control.
  const content = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
  return new Download({
    mediaType: 'application/json; charset=utf-8',
    filename: `${found.name}.json`,
    content,
  }).asValue();
});

const validate = compileSchema(ProfileFile);

export function importProfileRoute(deps: ProfileDeps): Route {
  return route(importProfile, (call) => {
    const { deployment = DEPLOYMENT_DEFAULT, ...file } = readFile(call.body);
    const name = call.query.name ?? file.name;
    return makeProfile(deps, call, { name, deployment, definition: file.definition }, { imported: file.name });
  });
}

/** Throws 'invalid-profile' with every fault of the file and its definition. */
function readFile(body: unknown): ProfileFile {
  const { faults } = checkValue(ProfileFile, body, validate);
  const definition: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'definition') : undefined;
  const inside: Fault[] =
    typeof definition === 'object' && definition !== null
      ? definitionFaults(definition).map((fault) => ({ ...fault, path: `/definition${fault.path}` }))
      : [];
  const all = [...faults, ...inside];
  if (all.length > 0) throw new ApiError('invalid-profile', 'The file is not a valid profile.', all);
  return body as ProfileFile;
}
