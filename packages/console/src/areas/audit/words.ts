import { AUDIT_ACTIONS, type AuditAction } from '@berth/contract/api/all';
import type { ListedAuditEntry } from '@berth/contract/api/audit';
import { COMMAND_TYPES } from '@berth/contract/rules/commands';
import type { Texts } from '@berth/web/i18n/texts.ts';

function isAction(action: string): action is AuditAction {
  return AUDIT_ACTIONS.some((known) => known === action);
}

/** The name of an action; an action unknown to this version keeps its ID. */
export function actionText(action: string, { t }: Pick<Texts, 't'>): string {
  return isAction(action) ? t(`audit.action.${action}`) : action;
}

/** The actor as shown on the page. */
export function actorText(
  { actorKind, actorName }: Pick<ListedAuditEntry, 'actorKind' | 'actorName'>,
  { t }: Pick<Texts, 't'>,
): string {
  return actorKind === 'system' ? t('audit.actor.system') : actorName;
}

/** The command that an entry is about. */
export function commandText(
  { after, targetKind }: Pick<ListedAuditEntry, 'after' | 'targetKind'>,
  { t }: Pick<Texts, 't'>,
): string | undefined {
  const type = fieldOf({ after, targetKind }, 'type');
  const command = COMMAND_TYPES.find((each) => each === type);
  return command && t(`console.command.${command}`);
}

/** The number of machines that a command was sent to at once. */
export function machinesOf(entry: Pick<ListedAuditEntry, 'after' | 'targetKind'>): number | undefined {
  const count = fieldOf(entry, 'machines');
  return typeof count === 'number' ? count : undefined;
}

function fieldOf({ after, targetKind }: Pick<ListedAuditEntry, 'after' | 'targetKind'>, name: string): unknown {
  const isCommand = COMMAND_TARGETS.some((kind) => kind === targetKind);
  return isCommand && typeof after === 'object' && after !== null ? Reflect.get(after, name) : undefined;
}

const COMMAND_TARGETS = ['command', 'batch'] as const;

/** Conditions for actions, commands and actors whose names contain a text: people search for what they read. */
export function wordsLike(text: string, texts: Pick<Texts, 't'>): readonly object[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const holds = (words: string) => words.toLowerCase().includes(wanted);
  const actions = AUDIT_ACTIONS.filter((action) => holds(actionText(action, texts)));
  const commands = COMMAND_TYPES.filter((command) => holds(texts.t(`console.command.${command}`)));
  return [
    ...(actions.length > 0 ? [{ action: { inq: actions } }] : []),
    ...(commands.length > 0 ? [{ command: { inq: commands } }] : []),
    ...(holds(texts.t('audit.actor.system')) ? [{ actorKind: 'system' }] : []),
  ];
}
