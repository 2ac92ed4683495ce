import type { Invitation } from '@berth/contract/api/members';
import { type Organization, readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import { describeError } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { invitationsQuery, organizationsQuery } from './queries.ts';

/** The user's organizations and invitations (spec chapter 3). */
export interface OrganizationLists {
  /** By name. */
  readonly availableOrganizations: readonly Organization[];
  readonly organizationsState: ListState;
  readonly organizationsError: unknown;
  readonly invitations: {
    readonly data: readonly Invitation[];
    readonly state: ListState;
    /** The shown error. */
    readonly error: string | undefined;
  };
}

/** The organization that the user works in (spec chapter 3). */
export interface ActiveOrganization {
  readonly activeOrganizationId: OrganizationId | null;
  readonly activeOrganization: Organization | undefined;
  readonly activeOrganizationState: DataState;
  readonly errorDescription: string | undefined;
}

export function useOrganizationLists(): OrganizationLists {
  const texts = useTexts();
  const organizations = useQuery(organizationsQuery);
  const invitations = useQuery(invitationsQuery);
  return {
    availableOrganizations: organizations.data ?? [],
    organizationsState: listStateOf(organizations, organizations.data),
    organizationsError: organizations.error,
    invitations: {
      data: invitations.data?.data ?? [],
      state: listStateOf(invitations, invitations.data?.data),
      error: errorDescriptionOf(invitations, texts),
    },
  };
}

/** @param id the shown organization, if it is not the active one yet. */
export function useActiveOrganizationState(id?: OrganizationId): ActiveOrganization {
  const texts = useTexts();
  const activeId = useActiveOrganizationId();
  const asked = id ?? activeId;
  const query = useQuery({
    ...read(readOrganization, { params: { id: asked ?? ('' as OrganizationId) } }),
    enabled: asked !== null,
  });
  return {
    activeOrganizationId: activeId,
    activeOrganization: query.data,
    activeOrganizationState: dataStateOf(query),
    errorDescription: errorDescriptionOf(query, texts),
  };
}

/** States of lists and sessions (spec chapter 3). EMPTY: without entries, or not requested. */
type ListState = 'EMPTY' | 'LOADING' | 'LOADED' | 'ERROR';

/** States of an organization's data (spec chapter 3). IDLE: not requested. */
type DataState = 'IDLE' | 'LOADING' | 'LOADED' | 'ERROR';

/** The state of a query. Loaded data stay while a later attempt fails. */
interface Loading {
  readonly data: unknown;
  readonly error: unknown;
  readonly isEnabled: boolean;
}

function dataStateOf({ data, error, isEnabled }: Loading): DataState {
  if (data !== undefined) return 'LOADED';
  if (error) return 'ERROR';
  return isEnabled ? 'LOADING' : 'IDLE';
}

/** @param list the list within the loaded data. */
function listStateOf(query: Loading, list: readonly unknown[] | undefined): ListState {
  const state = dataStateOf(query);
  return state === 'IDLE' || (state === 'LOADED' && list?.length === 0) ? 'EMPTY' : state;
}

/** The message of a failed load (spec chapter 8, errorDescription); undefined otherwise. */
function errorDescriptionOf({ data, error }: Pick<Loading, 'data' | 'error'>, texts: Texts): string | undefined {
  return data === undefined && error ? describeError(error, texts)?.message : undefined;
}
