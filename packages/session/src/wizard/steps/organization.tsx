import { createOrganization, listOrganizations } from '@berth/contract/api/organizations';
import { allPages } from '@berth/contract/api/pages';
import type { OrganizationId } from '@berth/contract/ids';
import { isMemberOf } from '@berth/contract/rules/permissions';
import { ORGANIZATION_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { ChooseOrCreate } from '../choose-or-create.tsx';
import type { StepProps } from '../wizard.tsx';
import type { Choice } from '../wizard-state.ts';

/** The machine's organization: one of the user's, or a new one. */
export function Organization({ wizard, next, back }: StepProps) {
  const { t } = useTexts();
  return (
    <ChooseOrCreate
      texts={{
        title: t('wizard.organization.title'),
        text: t('wizard.organization.text'),
        first: t('wizard.organization.first'),
        label: t('wizard.organization.label'),
        create: t('wizard.organization.create'),
        nameLabel: t('wizard.organization.name'),
        invalid: t('wizard.organization.rule'),
        createFailed: t('wizard.organization.failed'),
        taken: t('errors.code.name-taken'),
      }}
      rule={ORGANIZATION_NAME}
      suggestion=""
      load={loadOrganizations}
      create={newOrganization}
      chosen={wizard.organization}
      onBack={() => back()}
      onChosen={(organization) => {
        // Profiles belong to an organization.
        const profile = organization.id === wizard.organization?.id ? wizard.profile : undefined;
        next({ organization, profile });
      }}
    />
  );
}

async function loadOrganizations(): Promise<Choice[]> {
  return (await allPages((filter) => call(listOrganizations, { query: { filter } }))).filter(isMemberOf);
}

async function newOrganization(name: string): Promise<Choice> {
  const { data } = await call(createOrganization, { body: { name } });
  const id: OrganizationId = data.id;
  return { id, name };
}
