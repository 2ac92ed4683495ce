import { CALL_ACTIONS } from '../api/all.ts';

/** What jobs, machines and the payment provider do without a call of the edge. Like all actions, each has its words in the console. */
export const WORK_ACTIONS = [
  'audit.published',
  'billing.disputed',
  'billing.failed',
  'billing.method',
  'billing.method-gone',
  'billing.paid',
  'billing.refunded',
  'billing.vatChecked',
  'commands.finished',
  'machineActions.buttonPressed',
  'machineActions.looked',
  'machineActions.remoteEnded',
  'rollouts.nextGroup',
  'rollouts.returned',
  'schedules.run',
] as const;

export const AUDIT_ACTIONS = [...CALL_ACTIONS, ...WORK_ACTIONS] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
