import { AREAS } from './areas.ts';
import { COMMAND_CALLS } from './commands.ts';
import { changesSomething, type Endpoint } from './endpoint.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

/** Every declared endpoint: source of the OpenAPI document and of the tests over all endpoints. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...new Set([
    ...Object.values(AREAS).flatMap((area) => Object.values(area).filter(isEndpoint)),
    ...Object.values(COMMAND_CALLS),
  ]),
];

type Exported = { [A in keyof typeof AREAS]: (typeof AREAS)[A][keyof (typeof AREAS)[A]] }[keyof typeof AREAS];
type Changing<E> = E extends { readonly changes: infer Said }
  ? Said
  : E extends { readonly method: 'GET' }
    ? false
    : true;
type ChangingId<E> = E extends Endpoint ? (Changing<E> extends true ? E['id'] : never) : never;

/** IDs of the calls that change something (changesSomething): actions in the audit log. */
type CallAction = ChangingId<Exported | (typeof COMMAND_CALLS)[keyof typeof COMMAND_CALLS]>;
const CALL_ACTIONS = ENDPOINTS.filter(changesSomething).map(({ id }) => id) as readonly CallAction[];

/** Actions of jobs, machines and the payment provider, without an API call. The console has a text for each action. */
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
  'machineActions.screenViewed',
  'machineActions.remoteEnded',
  'rollouts.nextGroup',
  'rollouts.returned',
  'schedules.run',
  'tagRules.tag',
] as const;

export const AUDIT_ACTIONS = [...CALL_ACTIONS, ...WORK_ACTIONS] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
