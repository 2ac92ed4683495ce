import { COMMAND_CALLS, type Command as MachineCommand } from '@berth/contract/api/commands';
import { type DefinitionSource, readMachineDefinition, type Why } from '@berth/contract/api/layers';
import { cancelCommand, noteMachine } from '@berth/contract/api/machine-actions';
import {
  assignProfile,
  listMachineCommands,
  listMachineLogs,
  listOrganizationMachines,
  type Machine,
  renameMachine,
} from '@berth/contract/api/machines';
import { allPages } from '@berth/contract/api/pages';
import type { CommandId } from '@berth/contract/ids';
import { outcomeOf } from '@berth/contract/rules/command-outcome';
import { COMMAND_TYPES, COMMANDS, type CommandWith } from '@berth/contract/rules/commands';
import { isPseudonym } from '@berth/contract/rules/text';
import type { Command, Context } from '../command.ts';
import { machineOf, organizationIdOf, profileOf } from '../references.ts';

const COLUMNS: Readonly<Record<string, (machine: Machine) => unknown>> = {
  id: ({ shortId }) => shortId,
  name: ({ name }) => name,
  state: ({ online, status, rebootNeeded }) => (online ? (rebootNeeded ? 'reboot needed' : status) : 'offline'),
  deployment: ({ deployment }) => deployment,
  tags: ({ tags }) => tags.join(' '),
  seen: ({ lastSeen }) => lastSeen,
};

type VerbCommand = CommandWith<{ verb: string }>;

/** A command that takes only a machine. */
function verbCommand(type: VerbCommand): Command {
  const { verb, summary } = COMMANDS[type];
  return {
    name: `machines ${verb}`,
    args: ['machine'],
    summary,
    run: async (context, [reference = '']) => {
      const { id } = await machineOf(context, reference);
      sent(context, await context.call(COMMAND_CALLS[type], { params: { id } }));
      return undefined;
    },
  };
}

function sent({ output }: Context, command: MachineCommand): void {
  output.show(command, [`${command.type}: ${outcomeOf(command)} (${command.id})`]);
}

function changed({ output }: Context, machine: Machine): undefined {
  output.show(machine, [`${machine.name} (${machine.shortId})`]);
}

/** Lists and entries say nothing that their fields do not say, unless one is switched off. */
function isTold({ value, chain }: Why): boolean {
  return value !== undefined || chain.at(-1)?.kind === 'off';
}

/** A field with its value, and all that was said about it, the highest layer first. */
function whyLines({ path, value, source, lockedBy, chain }: Why, sources: readonly DefinitionSource[]): string[] {
  const textOf = (each: unknown) => (each === undefined ? '(not set)' : JSON.stringify(each));
  const nameOf = (id: Why['source']) => {
    const found = sources.find((each) => each.id === id);
    if (!found) return 'product default';
    const { scope, tag, name, revision, author, changedAt, note } = found;
    const by = isPseudonym(author) ? '(deleted account)' : author;
    return `${scope}${tag === null ? '' : ` ${tag}`} "${name}", revision ${revision} by ${by}, ${changedAt}${note ? `: ${note}` : ''}`;
  };
  const effects = chain.toReversed().map((link) => {
    const lock = sources.find((each) => each.id === link.lockedBy);
    const said = link.kind === 'off' ? '(off)' : textOf(link.value);
    const effect = lock ? `refused, locked by "${lock.name}"` : link.source === source ? 'applies' : 'hidden';
    return `  ${said} from ${nameOf(link.source)} (${effect})`;
  });
  const isLocked = lockedBy === null ? '' : ' (locked)';
  return [`${path} = ${textOf(value)}${isLocked}`, ...(chain.length > 0 ? effects : ['  product default'])];
}

/** Whether a filter has an end of its own, or is one that the server refuses. */
function endsItself(filter: string): boolean {
  try {
    const { limit, skip, offset } = JSON.parse(filter);
    return [limit, skip, offset].some((each) => each !== undefined);
  } catch {
    return true;
  }
}

export const machineCommands: readonly Command[] = [
  {
    name: 'machines list',
    args: [],
    summary: 'List the machines of an organization',
    options: {
      filter: { value: 'JSON', summary: 'LoopBack filter: {"where":{"name":{"ilike":"front%"}},"limit":10}' },
    },
    async run(context, _args, { filter }) {
      const orgId = await organizationIdOf(context);
      const read = (page: string) =>
        context.call(listOrganizationMachines, { params: { orgId }, query: { filter: page } });
      const asked = typeof filter === 'string' ? filter : '{}';
      context.output.list(await (endsItself(asked) ? read(asked) : allPages(read, JSON.parse(asked))), COLUMNS);
      return undefined;
    },
  },
  {
    name: 'machines show',
    args: ['machine'],
    summary: 'Show a machine by ID, short ID or name',
    async run(context, [reference = '']) {
      const machine = await machineOf(context, reference);
      const lines = Object.entries(machine).map(([field, value]) => `${field}: ${[value].flat().join(' ')}`);
      context.output.show(machine, lines);
      return undefined;
    },
  },
  {
    name: 'machines why',
    args: ['machine', 'field'],
    summary: 'Show where the value of a field comes from: berth machines why Desk sessions.webapp.mail.url',
    async run(context, [reference = '', path = '']) {
      const { id } = await machineOf(context, reference);
      const found = await context.call(readMachineDefinition, { params: { id }, query: { path } });
      const all = found.why ?? [];
      const told = all.filter(isTold);
      const lines = (told.length > 0 ? told : all).flatMap((why) => whyLines(why, found.sources));
      context.output.show(all, lines);
      return undefined;
    },
  },
  {
    name: 'machines logs',
    args: ['machine'],
    summary: "Show a machine's newest log entries",
    options: { debug: { summary: 'include debug entries' } },
    async run(context, [reference = ''], { debug }) {
      const { id } = await machineOf(context, reference);
      const query = debug === true ? { debug: true } : {};
      context.output.list(await context.call(listMachineLogs, { params: { id }, query }), {
        time: ({ time }) => time,
        type: ({ type }) => type,
        message: ({ message }) => message,
      });
      return undefined;
    },
  },
  {
    name: 'machines rename',
    args: ['machine', 'name'],
    summary: 'Rename a machine',
    async run(context, [reference = '', name = '']) {
      const { id } = await machineOf(context, reference);
      return changed(context, await context.call(renameMachine, { params: { id }, body: { name } }));
    },
  },
  {
    name: 'machines note',
    args: ['machine', 'text'],
    summary: 'Replace the note about a machine; an empty text removes it',
    async run(context, [reference = '', note = '']) {
      const { id } = await machineOf(context, reference);
      return changed(context, await context.call(noteMachine, { params: { id }, body: { note } }));
    },
  },
  {
    name: 'machines assign',
    args: ['machine', 'profile'],
    summary: 'Assign another profile of its organization to a machine',
    async run(context, [reference = '', profile = '']) {
      const { id } = await machineOf(context, reference);
      const { id: profileId } = await profileOf(context, profile);
      return changed(context, await context.call(assignProfile, { params: { id }, body: { profileId } }));
    },
  },
  {
    name: 'machines notify',
    args: ['machine', 'text'],
    summary: "Show a message on a machine's screen",
    async run(context, [reference = '', msg = '']) {
      const { id } = await machineOf(context, reference);
      sent(context, await context.call(COMMAND_CALLS.notify, { params: { id }, body: { msg } }));
      return undefined;
    },
  },
  ...COMMAND_TYPES.filter((type): type is VerbCommand => 'verb' in COMMANDS[type]).map(verbCommand),
  {
    name: 'commands list',
    args: ['machine'],
    summary: "List a machine's newest commands with their results",
    async run(context, [reference = '']) {
      const { id } = await machineOf(context, reference);
      context.output.list(await context.call(listMachineCommands, { params: { id }, query: {} }), {
        id: (command) => command.id,
        type: ({ type }) => type,
        state: outcomeOf,
        author: ({ author }) => (isPseudonym(author) ? '(deleted account)' : author),
        created: ({ createdAt }) => createdAt,
        result: ({ result }) => result,
      });
      return undefined;
    },
  },
  {
    name: 'commands cancel',
    args: ['machine', 'command'],
    summary: 'Cancel a command that has not reached its machine yet',
    async run(context, [reference = '', commandId = '']) {
      const { id } = await machineOf(context, reference);
      sent(context, await context.call(cancelCommand, { params: { id, commandId: commandId as CommandId } }));
      return undefined;
    },
  },
];
