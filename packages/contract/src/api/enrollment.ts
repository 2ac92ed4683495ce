import Type from 'typebox';
import { EnrollmentCodeIdSchema, OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { OPEN_DEPLOYMENTS } from '../limits.ts';
import { TAGS_MAX } from '../rules/names.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { Tag } from './machine-actions.ts';
import { closed, Instant } from './parts.ts';
import { ProductCode } from './product-ids.ts';

const Tags = Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true });

/** Registers machines without a person at each one (design, "registering"). */
export const EnrollmentCode = closed({
  id: EnrollmentCodeIdSchema,
  /** The code's last characters, to distinguish codes; the full code is shown only on creation. */
  hint: Type.String(),
  profileId: ProfileIdSchema,
  deployment: Type.Enum([...OPEN_DEPLOYMENTS]),
  tags: Tags,
  usesLeft: Type.Integer({ minimum: 0 }),
  expiresAt: Instant,
  createdAt: Instant,
  createdBy: Type.String(),
});
export type EnrollmentCode = Type.Static<typeof EnrollmentCode>;

export const createEnrollmentCode = endpoint('POST /organization/{orgId}/enrollment-codes', {
  id: 'enrolment.create',
  summary: 'Create an enrollment code',
  permission: 'machine.register',
  body: closed({
    profileId: ProfileIdSchema,
    deployment: Type.Enum([...OPEN_DEPLOYMENTS]),
    tags: Type.Optional(Tags),
    uses: Type.Integer({ minimum: 1, maximum: 100_000 }),
    validHours: Type.Integer({ minimum: 1, maximum: 8_784 }),
  }),
  reply: closed({ ...EnrollmentCode.properties, code: Type.String() }),
  status: 201,
  errors: ['too-many-enrollment-codes'],
});

export const listEnrollmentCodes = endpoint('GET /organization/{orgId}/enrollment-codes', {
  id: 'enrolment.list',
  summary: 'List enrollment codes that are still valid',
  permission: 'machine.register',
  reply: Type.Array(EnrollmentCode),
});

export const deleteEnrollmentCode = endpoint('DELETE /organization/{orgId}/enrollment-codes/{codeId}', {
  id: 'enrolment.delete',
  summary: 'Revoke an enrollment code',
  permission: 'machine.register',
  params: { codeId: EnrollmentCodeIdSchema },
});

export const enrollMachine = endpoint('POST /machines/{id}/enroll', {
  id: 'enrolment.enrol',
  summary: 'Register a machine with an enrollment code; the machine proves its key as for register',
  tenant: { kind: 'none' },
  authentication: 'public',
  // Not rate-limited like logins: 98 bits cannot be guessed, and one address may register hundreds of machines.
  rate: 'write',
  body: closed({
    machineToken: Type.String({ minLength: 16, maxLength: 2048 }),
    code: Type.String({ minLength: 8, maxLength: 64 }),
    /** Sets the machine's variant, regardless of the code. */
    productId: Type.Optional(ProductCode),
    name: Type.Optional(Type.String(DISPLAY_NAME)),
  }),
  reply: closed({ organizationId: OrganizationIdSchema, profileId: ProfileIdSchema }),
  status: 201,
  errors: ['invalid-machine-token', 'invalid-code', 'invalid-product-id', 'machine-registered-elsewhere'],
});
