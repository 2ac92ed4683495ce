import Type from 'typebox';

/** Every error code of the cloud's API with its HTTP status. Stable: clients depend on them. */
export const ERROR_STATUS = {
  'malformed-json': 400,
  'invalid-input': 400,
  'invalid-filter': 400,
  'invalid-patch': 400,
  'invalid-profile': 422,
  unauthenticated: 401,
  'login-failed': 401,
  'invalid-machine-token': 401,
  'invalid-code': 400,
  'invalid-product-id': 400,
  'product-id-required': 402,
  'email-not-verified': 403,
  'second-factor-required': 403,
  forbidden: 403,
  'upgrade-required': 402,
  'insufficient-credits': 402,
  'payment-failed': 402,
  'not-billing-administrator': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'login-timed-out': 408,
  'name-taken': 409,
  'machine-has-layer': 409,
  'share-code-taken': 409,
  'already-a-member': 409,
  'authenticator-already-set-up': 409,
  'passkey-taken': 409,
  'account-still-needed': 409,
  'too-many-api-keys': 409,
  'too-many-machine-views': 409,
  'too-many-tag-rules': 409,
  'too-many-schedules': 409,
  'too-many-enrollment-codes': 409,
  'too-many-layers': 409,
  'too-many-profiles': 409,
  'layers-too-large': 409,
  'too-many-webhooks': 409,
  'shell-not-allowed': 409,
  'command-already-delivered': 409,
  'rollout-in-progress': 409,
  'nothing-changed': 409,
  'wrong-rollout-state': 409,
  'billing-already-set-up': 409,
  'tier-set-by-operator': 409,
  'purchase-key-reused': 409,
  'not-an-invoice': 409,
  'invoice-not-paid': 409,
  'paid-by-card': 409,
  'refund-too-large': 409,
  'refund-reference-reused': 409,
  'wrong-payment-amount': 409,
  'payment-already-booked': 409,
  'call-not-possible': 409,
  'billing-not-set-up': 409,
  'profile-in-use': 409,
  'machine-registered-elsewhere': 409,
  'machine-offline': 409,
  'cannot-wake': 409,
  'no-recovery-key': 409,
  'interaction-expired': 410,
  'revision-conflict': 412,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One invalid value of an input: its place (JSON pointer), the violated rule, and what is allowed. */
export const FaultSchema = Type.Object(
  {
    path: Type.String(),
    rule: Type.String(),
    message: Type.String(),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);
export type Fault = Type.Static<typeof FaultSchema>;

/** The standard error format (spec chapter 8: status code, error code and message). */
export const ErrorReplySchema = Type.Object(
  {
    error: Type.Object(
      {
        status: Type.Integer(),
        code: Type.String(),
        message: Type.String(),
        faults: Type.Optional(Type.Array(FaultSchema)),
        requestId: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type ErrorReply = Type.Static<typeof ErrorReplySchema>;

/** Errors of calls in a tenant: the caller is not a member, or not permitted. */
export const TENANT_ERRORS = ['not-found', 'forbidden'] as const satisfies readonly ErrorCode[];

/** Errors of any call, which endpoints do not repeat. */
export const COMMON_ERRORS = [
  'malformed-json',
  'invalid-input',
  'rate-limited',
  'body-too-large',
  'unsupported-media-type',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[];
