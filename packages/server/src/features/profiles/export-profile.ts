import {
  exportProfile,
  PROFILE_FILE_FORMAT,
  PROFILE_FILE_VERSION,
  type ProfileFile,
} from '@berth/contract/api/profile-files';
import { Download } from '../../http/download.ts';
import { route } from '../../http/route.ts';
import { maskDefinition } from './definition/secrets.ts';
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
  // Indented: people read it, and keep it where changes are compared by line.
  const content = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
  return new Download({
    mediaType: 'application/json; charset=utf-8',
    filename: `${found.name}.json`,
    content,
  }).asValue();
});
