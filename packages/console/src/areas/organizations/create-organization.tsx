import { createOrganization, readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import { ORGANIZATION_NAME } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { FormError } from '@berth/web/data/describe-error.ts';
import type { Texts, Words } from '@berth/web/i18n/texts.ts';
import { queryClient, read } from '../../data/query.ts';
import { prompt } from '../dialogs/prompt.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { chooseOrganization, organizationsQuery } from './queries.ts';

/** The fault of an organization's name (spec chapter 5). */
export function organizationNameFault(name: string, { t }: Texts): string | undefined {
  const { minLength, maxLength } = ORGANIZATION_NAME;
  if (name.length < minLength || name.length > maxLength) return t('console.org.name.length', { minLength, maxLength });
  return new RegExp(ORGANIZATION_NAME.pattern, 'u').test(name) ? undefined : t('console.org.name.characters');
}

/** Loads the new organization and makes it active, then reloads the list (spec chapter 4). */
async function enterNew(id: OrganizationId): Promise<void> {
  const made = await queryClient.fetchQuery(read(readOrganization, { params: { id } }));
  // An active organization missing from the cached list would count as lost.
  queryClient.setQueryData(organizationsQuery.queryKey, (known) => known && [...known, made]);
  chooseOrganization(id);
  await queryClient.invalidateQueries(organizationsQuery);
}

/** Asks for a name, creates the organization and makes it active (spec chapter 4). */
export async function askForOrganization(): Promise<OrganizationId | undefined> {
  let created: OrganizationId | undefined;
  await prompt((texts) => ({
    title: texts.t('console.org.create'),
    label: texts.t('console.org.name'),
    description: texts.t('console.org.name.hint'),
    submit: texts.t('common.create'),
    maxLength: ORGANIZATION_NAME.maxLength,
    check: (name) => organizationNameFault(name, texts),
    run: async (name) => {
      try {
        const { data } = await call(createOrganization, { body: { name } });
        created = data.id;
        await enterNew(data.id);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'name-taken') throw error;
        const failed: Words = ({ t }) => t('console.org.create.failed');
        await showError(error, failed);
        throw new FormError(failed);
      }
    },
  }));
  return created;
}
