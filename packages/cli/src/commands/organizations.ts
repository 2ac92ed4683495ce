import type { Command } from '../command.ts';
import { organizationOf, organizationsOf } from '../references.ts';

export const organizationCommands: readonly Command[] = [
  {
    name: 'organizations list',
    args: [],
    summary: 'List your organizations',
    async run(context) {
      context.output.list(await organizationsOf(context), {
        id: ({ id }) => id,
        name: ({ name }) => name,
        tier: ({ mgmtTier }) => mgmtTier,
        role: ({ role }) => role,
        members: ({ members }) => members.length,
      });
      return undefined;
    },
  },
  {
    name: 'organizations show',
    args: [],
    summary: 'Show an organization and its members (select it with --org)',
    async run(context) {
      const organization = await organizationOf(context);
      const { id, name, mgmtTier, members } = organization;
      context.output.show(organization, [
        `${name} (${id})`,
        `tier: ${mgmtTier}`,
        ...members.map(({ email, role }) => `${role}: ${email}`),
      ]);
      return undefined;
    },
  },
];
