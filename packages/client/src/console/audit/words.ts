import type { AuditEntry } from '@berth/contract/api/audit';
import { AUDIT_ACTIONS, type AuditAction } from '@berth/contract/rules/audit';
import { COMMAND_TYPES } from '@berth/contract/rules/commands';
import type { Texts } from '../../i18n/texts.ts';

function isAction(action: string): action is AuditAction {
  return AUDIT_ACTIONS.some((known) => known === action);
}

/** What was done, in words; an action of another version than this one keeps its id. */
export function actionText(action: string, { t }: Pick<Texts, 't'>): string {
  return isAction(action) ? t(`audit.action.${action}`) : action;
}

/** The actions whose words hold a text: people search for what they read. */
export function actionsLike(text: string, texts: Pick<Texts, 't'>): readonly AuditAction[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return AUDIT_ACTIONS.filter((action) => actionText(action, texts).toLowerCase().includes(wanted));
}

/** Fields of what was written down that tell a person which thing it was, the most telling first. */
const TELLING = ['name', 'email', 'url'] as const;

/** What an entry is about, as its own content calls it; undefined where that says nothing. */
export function subjectOf(
  { after, before, targetKind }: Pick<AuditEntry, 'after' | 'before' | 'targetKind'>,
  { t }: Pick<Texts, 't'>,
): string | undefined {
  for (const content of [after, before]) {
    if (typeof content !== 'object' || content === null) continue;
    const fields = content as Readonly<Record<string, unknown>>;
    const command = targetKind === 'command' && COMMAND_TYPES.find((type) => type === fields.type);
    if (command) return t(`console.command.${command}`);
    const told = TELLING.map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '');
    if (typeof told === 'string') return told;
  }
  return undefined;
}
