import {
  duplicateProfile,
  exportProfile,
  importProfile,
  listOrganizationProfiles,
  type Profile,
} from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { isObject } from '@berth/contract/profile/nodes';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call, send } from '@berth/web/data/call.ts';
import { FormError } from '@berth/web/data/describe-error.ts';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { reload } from '../../data/query.ts';
import { inform } from '../dialogs/inform.tsx';
import { prompt } from '../dialogs/prompt.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { upgradeRequired } from '../dialogs/upgrade-required.tsx';
import { informOfFaults } from './faults-dialog.tsx';

/** Asks for a name and duplicates a saved profile. @returns the copy, or undefined. */
export async function duplicate(profile: Profile): Promise<ProfileId | undefined> {
  let copy: ProfileId | undefined;
  await prompt(({ t }) => ({
    title: t('console.profile.duplicate'),
    label: t('common.name'),
    value: t('console.profile.duplicate.name', { name: profile.name }).slice(0, DISPLAY_NAME.maxLength),
    submit: t('console.profile.duplicate'),
    maxLength: DISPLAY_NAME.maxLength,
    run: async (name) => {
      try {
        copy = (await call(duplicateProfile, { params: { id: profile.id }, body: { name } })).id;
        await reload(listOrganizationProfiles);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'upgrade-required') await upgradeRequired();
        throw profileNameFault(error);
      }
    },
  }));
  return copy;
}

/** Downloads a saved profile as a file. */
export async function downloadProfile(profile: Profile): Promise<void> {
  try {
    const response = await send(exportProfile, { params: { id: profile.id } });
    const address = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = address;
    link.download = `${profile.name.replace(/[^\p{L}\p{N} ._-]/gu, '_')}.json`;
    link.click();
    URL.revokeObjectURL(address);
  } catch (error) {
    await showError(error);
  }
}

/** Creates a profile from an exported file. @returns the profile, or undefined. */
export async function importFile(orgId: OrganizationId, file: File): Promise<ProfileId | undefined> {
  const body = parsed(await file.text());
  if (!body) {
    await inform(({ t }) => ({
      title: t('console.profile.import.invalid'),
      message: t('console.profile.import.noProfile'),
    }));
    return undefined;
  }
  try {
    const { id } = await call(importProfile, { params: { orgId }, body });
    await reload(listOrganizationProfiles);
    return id;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid-profile') {
      // Field names belong to the editor, which may never have been opened.
      await loadTexts(['forms', 'profile']);
      await informOfFaults(({ t }) => t('console.profile.import.invalid'), error.faults);
    } else await showError(error);
    return undefined;
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reports that a profile name is taken (spec chapter 5: profile names are unique); other errors unchanged. */
export function profileNameFault(error: unknown): unknown {
  if (!(error instanceof ApiError && error.code === 'name-taken')) return error;
  return new FormError(({ t }) => t('console.profile.nameTaken'));
}
