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

/** The command of an entry, with the number of machines if there were several. */
export function commandText(
  { after, targetKind }: Pick<ListedAuditEntry, 'after' | 'targetKind'>,
  { t }: Pick<Texts, 't'>,
): string | undefined {
  if (!COMMAND_TARGETS.some((kind) => kind === targetKind) || typeof after !== 'object' || after === null) {
    return undefined;
  }
  const { type, machines: count } = after as { readonly type?: unknown; readonly machines?: unknown };
  const command = COMMAND_TYPES.find((each) => each === type);
  if (!command) return undefined;
  const word = t(`console.command.${command}`);
  return typeof count === 'number' ? t('audit.command.many', { command: word, count }) : word;
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
