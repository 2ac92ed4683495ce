import { importProfile, ProfileFile } from '@berth/contract/api/profile-files';
import type { Fault } from '@berth/contract/errors';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import { checkValue } from '@berth/contract/profile/check';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import { compileSchema } from '../../platform/schema.ts';
import { definitionFaults } from './definition/check.ts';
import type { ProfileDeps } from './deps.ts';
import { makeProfile } from './make.ts';

const validate = compileSchema(ProfileFile);

export function importProfileRoute(deps: ProfileDeps): Route {
  return route(importProfile, (call) => {
    const { deployment = DEPLOYMENT_DEFAULT, ...file } = readFile(call.body);
    const name = call.query.name ?? file.name;
    return makeProfile(deps, call, { name, deployment, definition: file.definition }, { imported: file.name });
  });
}

/** Throws 'invalid-profile' with all that is wrong in the file, the definition's own faults included. */
function readFile(body: unknown): ProfileFile {
  const { faults } = checkValue(ProfileFile, body, validate);
  const definition: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'definition') : undefined;
  const inside: Fault[] =
    typeof definition === 'object' && definition !== null
      ? definitionFaults(definition).map((fault) => ({ ...fault, path: `/definition${fault.path}` }))
      : [];
  const all = [...faults, ...inside];
  if (all.length > 0) throw new ApiError('invalid-profile', 'The file is no valid profile.', all);
  return body as ProfileFile;
}
