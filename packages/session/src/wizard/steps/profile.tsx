import { allPages } from '@berth/contract/api/pages';
import { createProfile, listOrganizationProfiles } from '@berth/contract/api/profiles';
import type { OrganizationId } from '@berth/contract/ids';
import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useCallback } from 'react';
import { ChooseOrCreate } from '../choose-or-create.tsx';
import type { StepProps } from '../wizard.tsx';
import type { Choice } from '../wizard-state.ts';

/** The machine's profile: one of the organization's, or a new one with defaults. */
export function Profile({ wizard, next, back }: StepProps) {
  const { t } = useTexts();
  // IDs in the wizard's state came from the cloud.
  const organizationId = (wizard.organization?.id ?? '') as OrganizationId;
  const load = useCallback(
    (): Promise<Choice[]> =>
      allPages((filter) => call(listOrganizationProfiles, { params: { orgId: organizationId }, query: { filter } })),
    [organizationId],
  );

  async function create(name: string): Promise<Choice> {
    const { id } = await call(createProfile, { body: { name, organizationId } });
    return { id, name };
  }

  return (
    <ChooseOrCreate
      texts={{
        title: t('wizard.profile.title'),
        text: t('wizard.profile.text', { organization: wizard.organization?.name ?? '' }),
        first: t('wizard.profile.first', { organization: wizard.organization?.name ?? '' }),
        label: t('wizard.profile.label'),
        create: t('wizard.profile.create'),
        nameLabel: t('wizard.profile.name'),
        invalid: t('errors.code.invalid-input'),
        createFailed: t('wizard.profile.failed'),
        taken: t('wizard.profile.taken'),
      }}
      rule={DISPLAY_NAME}
      suggestion={PROFILE_NAME_DEFAULT}
      load={load}
      create={create}
      chosen={wizard.profile}
      onBack={() => back()}
      onChosen={(profile) => next({ profile })}
    />
  );
}
