import type { BodyOf } from '@berth/contract/api/endpoint';
import { createProfile, type ProfileSummary } from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { FormError } from '@berth/web/data/describe-error.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { queryClient } from '../../data/query.ts';
import { prompt } from '../dialogs/prompt.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { profilesQuery } from '../organizations/queries.ts';
import { profileNameFault } from './profile-files.ts';

/** Creates a profile and waits until the list has it. Rejects with a readable error. */
export async function makeProfile(
  orgId: OrganizationId,
  body: Omit<BodyOf<typeof createProfile>, 'organizationId'>,
): Promise<ProfileId> {
  try {
    const { id } = await call(createProfile, { body: { ...body, organizationId: orgId } });
    await queryClient.invalidateQueries(profilesQuery(orgId));
    return id;
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'name-taken') throw profileNameFault(error);
    await showError(error);
    if (code === 'upgrade-required') throw error;
    throw new FormError((texts) => texts.t('console.profile.create.failed'));
  }
}

/** Asks for a name and creates the profile. @returns the path of its editor. */
export async function askForProfile(
  orgId: OrganizationId,
  existing: readonly ProfileSummary[],
): Promise<string | undefined> {
  const isTaken = (name: string) => existing.some((profile) => profile.name === name);
  let path: string | undefined;
  await prompt(({ t }) => ({
    title: t('console.profile.create'),
    label: t('common.name'),
    value: isTaken(PROFILE_NAME_DEFAULT) ? '' : PROFILE_NAME_DEFAULT,
    submit: t('common.create'),
    maxLength: DISPLAY_NAME.maxLength,
    check: (name) => (isTaken(name) ? t('console.profile.nameTaken') : undefined),
    run: async (name) => {
      path = paths.profile(await makeProfile(orgId, { name }));
    },
  }));
  return path;
}
