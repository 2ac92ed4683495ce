import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type CommandBatch, readBatch, sendBatch } from '@berth/contract/api/command-batches';
import type { BatchId, OrganizationId } from '@berth/contract/ids';
import { BATCH_COMMANDS, COMMAND_STATES, COMMANDS } from '@berth/contract/rules/commands';
import type { Command, Context, Options } from '../command.ts';
import { CliError, EXIT, type ExitCode, usage } from '../errors.ts';
import { organizationIdOf } from '../references.ts';

const LOOK_MS = 2_000;
/** Of commands that have not ended. */
const OPEN = ['queued', 'delivered'] as const;

/** As `berth machines` names it. */
function nameOf(type: (typeof BATCH_COMMANDS)[number]): string {
  const command = COMMANDS[type];
  return 'verb' in command ? command.verb : type;
}

const NAMES = BATCH_COMMANDS.map(nameOf).join(', ');

/** The machines that the options mean: those with a tag, those of a filter, or all. */
function selectionOf({ tag, filter, all }: Options): { readonly tag: string } | { readonly filter: string } {
  const given = [tag, filter, all].filter((each) => each !== undefined);
  if (given.length !== 1) throw usage('Choose the machines with one of --tag, --filter and --all.');
  if (typeof tag === 'string') return { tag };
  return { filter: typeof filter === 'string' ? filter : '{}' };
}

function bodyOf(name: string, options: Options) {
  const type = BATCH_COMMANDS.find((each) => nameOf(each) === name);
  if (!type) throw usage(`Commands to many machines: ${NAMES}.`);
  const { message } = options;
  if ((type === 'notify') !== (typeof message === 'string')) {
    throw usage(type === 'notify' ? 'A message needs --message TEXT.' : `--message is for notify, not for ${name}.`);
  }
  return { type, ...(typeof message === 'string' && { msg: message }), ...selectionOf(options) };
}

function countOpen({ states }: CommandBatch): number {
  return OPEN.reduce((sum, state) => sum + states[state], 0);
}

function progressOf(batch: CommandBatch): string {
  const { type, total, skipped, states } = batch;
  const counts = COMMAND_STATES.filter((state) => states[state] > 0).map((state) => `${states[state]} ${state}`);
  if (skipped > 0) counts.push(`${skipped} skipped`);
  return `${nameOf(type)}: ${total} ${total === 1 ? 'machine' : 'machines'}${counts.length > 0 ? `, ${counts.join(', ')}` : ''}`;
}

/** Shows the progress until the last command has ended. */
async function ended(context: Context, orgId: OrganizationId, sent: CommandBatch): Promise<CommandBatch> {
  let batch = sent;
  let told = '';
  while (countOpen(batch) > 0) {
    if (progressOf(batch) !== told) context.output.note(progressOf(batch));
    told = progressOf(batch);
    await pause(LOOK_MS);
    batch = await context.call(readBatch, { params: { orgId, batchId: batch.id } });
  }
  return batch;
}

function show({ output }: Context, batch: CommandBatch): ExitCode | undefined {
  output.show(batch, [`${progressOf(batch)} (${batch.id})`]);
  const { succeeded } = batch.states;
  return countOpen(batch) > 0 || succeeded === batch.total - batch.skipped ? undefined : EXIT.failed;
}

export const batchCommands: readonly Command[] = [
  {
    name: 'commands send',
    args: ['type'],
    summary: `Send a command to many machines: ${NAMES}. With --wait, exit code 1 if one fails`,
    options: {
      tag: { value: 'TAG', summary: 'to the machines with this tag' },
      filter: { value: 'JSON', summary: 'to the machines of a filter: {"where":{"name":{"ilike":"front%"}}}' },
      all: { summary: 'to all machines of the organization' },
      message: { value: 'TEXT', summary: 'of notify: what machines show' },
      wait: { summary: 'show the progress until the last machine is done' },
    },
    async run(context, [type = ''], options) {
      const body = bodyOf(type, options);
      const orgId = await organizationIdOf(context);
      const key = randomUUID() as BatchId;
      const batch = await context.call(sendBatch, { params: { orgId }, body: { ...body, key } });
      if (batch.total === 0) throw new CliError('No such machines. Nothing was sent.', EXIT.notFound);
      return show(context, options.wait === true ? await ended(context, orgId, batch) : batch);
    },
  },
  {
    name: 'commands status',
    args: ['batch'],
    summary: 'Show the progress of a command to many machines, by the ID that commands send prints',
    options: { wait: { summary: 'show the progress until the last machine is done' } },
    async run(context, [reference = ''], { wait }) {
      const orgId = await organizationIdOf(context);
      const batch = await context.call(readBatch, { params: { orgId, batchId: reference as BatchId } });
      return show(context, wait === true ? await ended(context, orgId, batch) : batch);
    },
  },
];
