import { BATCH_MACHINES_MAX, sendBatch } from '@berth/contract/api/command-batches';
import type { ReplyOf } from '@berth/contract/api/endpoint';
import { changeMachines, countByProfile, listTags } from '@berth/contract/api/fleet';
import { listOrganizationMachines } from '@berth/contract/api/machines';
import type { BatchId, MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { BATCH_COMMANDS, type BatchCommand, COMMANDS } from '@berth/contract/rules/commands';
import { call } from '@berth/web/data/call.ts';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import type { Texts, Words } from '@berth/web/i18n/texts.ts';
import { IconAlertTriangle, IconLayoutDashboard, IconTag, IconTagOff, type TablerIcon } from '@tabler/icons-react';
import { reload } from '../../../data/query.ts';
import { mayUseProForAll } from '../../billing/pro-gate.tsx';
import { confirm } from '../../dialogs/confirm.tsx';
import { inform } from '../../dialogs/inform.tsx';
import { prompt } from '../../dialogs/prompt.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { offerUndo } from '../../parts/undo.ts';
import { chooseProfileFor } from '../actions/assign-dialog.tsx';
import { COMMAND_ICONS, isDangerous, labelOf } from '../actions/commands.ts';
import { chooseTags, mayChangeTags } from '../actions/tags-dialog.tsx';
import { orUpgrade } from '../actions/work.ts';
import { watchBatch } from './batches.ts';
import { underKeys } from './open-keys.ts';
import type { selectorsOf } from './selection.ts';

/** The selected machines. */
interface Meant {
  readonly orgId: OrganizationId;
  readonly count: number;
  readonly selectors: ReturnType<typeof selectorsOf>;
}

interface BulkAction {
  readonly label: MessageKey;
  readonly icon: TablerIcon;
  readonly permission: 'machine.write' | 'machine.command';
  readonly danger: boolean;
  /** Requires Pro on machines without a license of their own. */
  readonly pro?: boolean;
  /** Resolves with whether it was done, as opposed to canceled. */
  readonly run: (meant: Meant) => Promise<boolean>;
}

/** Commands that require one confirmation for all machines. */
const CONFIRMED = BATCH_COMMANDS.filter((type) => type !== 'notify');

type AskForMessage = (texts: Texts) => {
  readonly title: string;
  readonly description: string;
  readonly place: string;
  readonly danger?: boolean;
};

interface BatchBody {
  readonly type: BatchCommand;
  readonly msg?: string;
  readonly emergency?: boolean;
}

/** The actions on many machines at once. */
export const BULK_ACTIONS: readonly BulkAction[] = [
  command('notify'),
  {
    label: 'machines.bulk.emergency',
    icon: IconAlertTriangle,
    permission: 'machine.command',
    danger: true,
    run: alarm,
  },
  ...CONFIRMED.filter((type) => !isDangerous(type)).map(command),
  {
    label: 'console.machine.assign',
    icon: IconLayoutDashboard,
    permission: 'machine.write',
    danger: false,
    run: assign,
  },
  { label: 'machines.bulk.tags.add', icon: IconTag, permission: 'machine.write', danger: false, run: tags('addTags') },
  {
    label: 'machines.bulk.tags.remove',
    icon: IconTagOff,
    permission: 'machine.write',
    danger: false,
    run: tags('removeTags'),
  },
  ...CONFIRMED.filter(isDangerous).map(command),
];

/** The most common ones have their own button, if there is room. */
export const QUICK_ACTIONS: readonly MessageKey[] = [
  'console.machine.assign',
  'machines.bulk.tags.add',
  'machines.action.notify',
  'machines.action.reboot',
];

function command(type: BatchCommand): BulkAction {
  return {
    label: labelOf(type),
    icon: COMMAND_ICONS[type],
    permission: COMMANDS[type].permission,
    danger: isDangerous(type),
    pro: COMMANDS[type].needsPro,
    run: (meant) => (type === 'notify' ? notify(meant) : confirmed(type, meant)),
  };
}

async function confirmed(type: (typeof CONFIRMED)[number], meant: Meant): Promise<boolean> {
  if (COMMANDS[type].needsPro && !(await mayUseProForAll(meant.orgId, meant.selectors))) return false;
  const danger = isDangerous(type);
  const sure = await confirm(({ t }) => ({
    title: t(`machines.bulk.${type}.title`, { count: meant.count }),
    message: t(hintOf(type)),
    yes: t(labelOf(type)),
    danger,
  }));
  return sure && send(meant, { type });
}

/** What a confirmation says about machines that are offline. */
function hintOf(type: (typeof CONFIRMED)[number]): MessageKey {
  if (type === 'wake') return 'machines.bulk.wake.hint';
  return isDangerous(type) ? 'machines.bulk.online' : 'machines.bulk.late';
}

function notify(meant: Meant): Promise<boolean> {
  return write(meant, {}, ({ t }) => ({
    title: t('machines.bulk.message', { count: meant.count }),
    description: t('machines.bulk.late'),
    place: `message ${meant.orgId}`,
  }));
}

function alarm(meant: Meant): Promise<boolean> {
  return write(meant, { emergency: true }, ({ t }) => ({
    title: t('machines.bulk.emergency.title', { count: meant.count }),
    description: t('machines.bulk.emergency.hint'),
    place: `emergency ${meant.orgId}`,
    danger: true,
  }));
}

/** Asks for a message and sends it; after a failure it is still there. */
async function write(meant: Meant, body: Pick<BatchBody, 'emergency'>, ask: AskForMessage): Promise<boolean> {
  if (!(await isInBounds(meant.count))) return false;
  const msg = await prompt((texts) => ({
    ...ask(texts),
    label: texts.t('machines.action.notify.label'),
    submit: texts.t('machines.action.notify.submit'),
    multiline: true,
    maxLength: 2_000,
    run: (typed) => orUpgrade(sendToAll(meant, { ...body, type: 'notify', msg: typed })),
  }));
  return msg !== undefined;
}

/** Sends a command to all of them, and shows the progress. */
function send(meant: Meant, body: BatchBody): Promise<boolean> {
  return inBounds(meant.count, async () => {
    await sendToAll(meant, body);
    return true;
  });
}

function sendToAll({ orgId, selectors }: Meant, body: BatchBody): Promise<void> {
  const count = selectors.length;
  return underKeys({ orgId, selectors, body }, count, async (keys) => {
    for (const [index, selector] of selectors.entries()) {
      const key = keys[index] as BatchId;
      watchBatch(orgId, await call(sendBatch, { params: { orgId }, body: { ...body, ...selector, key } }));
    }
  });
}

/** Assigns a profile to machines. @returns whether it was done. */
export function moveToProfile(meant: Meant, profileId: ProfileId): Promise<boolean> {
  return change(meant, { profileId });
}

async function assign(meant: Meant): Promise<boolean> {
  const profileId = await chooseProfileFor(({ t }) => t('machines.bulk.profile', { count: meant.count }), null);
  return profileId !== undefined && change(meant, { profileId });
}

function tags(field: 'addTags' | 'removeTags') {
  return async (meant: Meant): Promise<boolean> => {
    const title: Words = ({ t }) => t(field === 'addTags' ? 'machines.bulk.tags.add' : 'machines.bulk.tags.remove');
    const chosen = await chooseTags(title, []);
    if (chosen === undefined || chosen.length === 0) return false;
    const body = { [field]: [...chosen] };
    return change(meant, body, () => mayChangeTags(meant.orgId, { ...allOf(meant), ...body }, title));
  };
}

/** One selector for all: a preview takes as many machines as an action. */
function allOf({ selectors }: Meant): { readonly filter: string } | { readonly machines: MachineId[] } {
  const [first] = selectors;
  if (first && 'filter' in first) return first;
  return { machines: selectors.flatMap((each) => ('machineIds' in each ? each.machineIds : [])) };
}

function change({ orgId, count, selectors }: Meant, body: object, ask = async () => true): Promise<boolean> {
  return inBounds(count, async () => {
    if (!(await ask())) return false;
    const done: ReplyOf<typeof changeMachines>[] = [];
    for (const selector of selectors) {
      done.push(await call(changeMachines, { params: { orgId }, body: { ...body, ...selector } }));
    }
    const changed = done.reduce((sum, each) => sum + each.changed, 0);
    const isWhole = done.every((each) => each.changed === 0 || each.undo.length > 0);
    const before = { changes: changed > 0 && isWhole ? done.flatMap((each) => each.undo) : undefined };
    const made = { action: changeMachines.id, targetId: orgId, before, after: body };
    const missing = done.reduce((sum, each) => sum + each.missing, 0);
    const said = ({ t }: Texts) => [
      t('machines.bulk.changed', { count: changed }),
      ...(missing > 0 ? [t('machines.bulk.missing', { count: missing })] : []),
    ];
    offerUndo((texts) => said(texts).join(' '), made);
    await refreshList();
    return true;
  });
}

function refreshList(): Promise<void> {
  return reload(listOrganizationMachines, listTags, countByProfile);
}

/** Maximum number of machines per action; more are refused. */
async function isInBounds(count: number): Promise<boolean> {
  if (count <= BATCH_MACHINES_MAX) return true;
  await inform(({ t }) => ({
    title: t('machines.bulk'),
    message: t('machines.bulk.tooMany', { max: BATCH_MACHINES_MAX }),
  }));
  return false;
}

/** Does the work, unless there are too many machines, and shows an error. @returns whether it was done. */
async function inBounds(count: number, work: () => Promise<boolean>): Promise<boolean> {
  if (!(await isInBounds(count))) return false;
  try {
    return await work();
  } catch (error) {
    await showError(error);
    return false;
  }
}
