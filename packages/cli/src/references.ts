import { listMachines, type Machine } from '@berth/contract/api/machines';
import { listOrganizations, type Organization } from '@berth/contract/api/organizations';
import { allPages } from '@berth/contract/api/pages';
import { listOrganizationProfiles, type ProfileSummary } from '@berth/contract/api/profiles';
import type { OrganizationId } from '@berth/contract/ids';
import { isMemberOf } from '@berth/contract/rules/permissions';
import type { Context } from './command.ts';
import { CliError, EXIT, usage } from './errors.ts';

/** A machine's ID, or at least as much of it as its screen shows. */
const ID_START = /^[0-9a-f]{6,32}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The organization named by --org or BERTH_ORG, or the caller's only one. */
export async function organizationOf(context: Context): Promise<Organization> {
  const { organization } = context;
  const all = await organizationsOf(context);
  if (organization === undefined) {
    const [only, ...others] = all;
    if (only && others.length === 0) return only;
    if (!only) throw new CliError('You do not belong to any organization yet.', EXIT.notFound);
    throw usage(
      `You belong to several organizations. Choose one with --org: ${all.map(({ name }) => name).join(', ')}.`,
    );
  }
  return one(all, organization, 'organization');
}

/** The caller's organizations, without pending invitations. */
export async function organizationsOf({ call }: Context): Promise<readonly Organization[]> {
  return (await allPages((filter) => call(listOrganizations, { query: { filter } }))).filter(isMemberOf);
}

/** The organization's ID. If --org is an ID, nothing is looked up, because an API key may lack the scope. */
export async function organizationIdOf(context: Context): Promise<OrganizationId> {
  const { organization } = context;
  if (organization !== undefined && UUID.test(organization)) return organization as OrganizationId;
  return (await organizationOf(context)).id;
}

/** The machine with this ID, short ID or name. */
export async function machineOf({ call }: Context, reference: string): Promise<Machine> {
  const find = (where: object) => call(listMachines, { query: { filter: JSON.stringify({ where, limit: 10 }) } });
  const named = await find({ name: reference });
  if (named.length > 0) return one(named, reference, 'machine');
  const isId = ID_START.test(reference);
  return one(isId ? await find({ id: { like: `${reference.toLowerCase()}%` } }) : [], reference, 'machine', true);
}

/** The profile of the organization with this ID or name. */
export async function profileOf(context: Context, reference: string): Promise<ProfileSummary> {
  return one(await profilesOf(context), reference, 'profile');
}

export async function profilesOf(context: Context): Promise<readonly ProfileSummary[]> {
  const orgId = await organizationIdOf(context);
  return allPages((filter) => context.call(listOrganizationProfiles, { params: { orgId }, query: { filter } }));
}

function one<Item extends { readonly id: string; readonly name: string }>(
  items: readonly Item[],
  reference: string,
  kind: string,
  chosen = false,
): Item {
  const found = chosen ? items : items.filter(({ id, name }) => id === reference || name === reference);
  const [first, second] = found;
  if (first && !second) return first;
  if (!first) throw new CliError(`No ${kind} "${reference}" found.`, EXIT.notFound);
  throw new CliError(
    `Several match "${reference}". Use an ID: ${found.map(({ id }) => id).join(', ')}.`,
    EXIT.notFound,
  );
}
