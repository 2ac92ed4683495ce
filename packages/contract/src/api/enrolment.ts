import Type from 'typebox';
import { EnrolmentCodeIdSchema, MachineIdSchema, OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { OPEN_DEPLOYMENTS } from '../limits.ts';
import { TAGS_MAX } from '../rules/tags.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './endpoint.ts';
import { Tag } from './machine-actions.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';
import { ProductCode } from './product-ids.ts';

const ByOrganization = closed({ orgId: OrganizationIdSchema });
const Tags = Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true });

/** Registers machines without a person at each of them (design, "registering"). */
export const EnrolmentCode = closed({
  id: EnrolmentCodeIdSchema,
  /** The code's end, to tell codes apart; the whole is shown once, when it is made. */
  hint: Type.String(),
  profileId: ProfileIdSchema,
  deployment: Type.Enum([...OPEN_DEPLOYMENTS]),
  tags: Tags,
  usesLeft: Type.Integer({ minimum: 0 }),
  expiresAt: Instant,
  createdAt: Instant,
  createdBy: Type.String(),
});
export type EnrolmentCode = Type.Static<typeof EnrolmentCode>;

const inOrganization = {
  params: ByOrganization,
  query: Nothing,
  authentication: 'user',
  permission: 'machine.register',
  tenant: { kind: 'organization', param: 'orgId' },
} as const;

export const createEnrolmentCode = endpoint({
  ...inOrganization,
  id: 'enrolment.create',
  method: 'POST',
  path: '/organization/{orgId}/enrolment-codes',
  summary: 'Make a code that machines register themselves with',
  body: closed({
    profileId: ProfileIdSchema,
    deployment: Type.Enum([...OPEN_DEPLOYMENTS]),
    tags: Type.Optional(Tags),
    uses: Type.Integer({ minimum: 1, maximum: 100_000 }),
    validHours: Type.Integer({ minimum: 1, maximum: 8_784 }),
  }),
  reply: closed({ ...EnrolmentCode.properties, code: Type.String() }),
  status: 201,
  errors: ['not-found', 'forbidden'],
  rate: 'write',
});

export const listEnrolmentCodes = endpoint({
  ...inOrganization,
  id: 'enrolment.list',
  method: 'GET',
  path: '/organization/{orgId}/enrolment-codes',
  summary: 'The codes that can still be used',
  body: Empty,
  reply: Type.Array(EnrolmentCode),
  status: 200,
  errors: ['not-found', 'forbidden'],
  rate: 'read',
});

export const deleteEnrolmentCode = endpoint({
  ...inOrganization,
  id: 'enrolment.delete',
  method: 'DELETE',
  path: '/organization/{orgId}/enrolment-codes/{codeId}',
  summary: 'Make a code worth nothing',
  params: closed({ orgId: OrganizationIdSchema, codeId: EnrolmentCodeIdSchema }),
  body: Empty,
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden'],
  rate: 'write',
});

export const enrolMachine = endpoint({
  id: 'enrolment.enrol',
  method: 'POST',
  path: '/machines/{id}/enrol',
  summary: 'Register a machine with a code; the machine proves its key as in register',
  params: closed({ id: MachineIdSchema }),
  query: Nothing,
  body: closed({
    machineToken: Type.String({ minLength: 16, maxLength: 2048 }),
    code: Type.String({ minLength: 8, maxLength: 64 }),
    /** Makes the machine the variant that it is for, whatever the code says. */
    productId: Type.Optional(ProductCode),
    name: Type.Optional(Type.String(DISPLAY_NAME)),
  }),
  reply: closed({ organizationId: OrganizationIdSchema, profileId: ProfileIdSchema }),
  status: 201,
  errors: ['invalid-machine-token', 'invalid-code', 'invalid-product-id', 'machine-registered-elsewhere'],
  authentication: 'public',
  permission: null,
  // Not as logins are: nobody guesses a code of 98 bits, and a site sets up hundreds of machines behind one address.
  rate: 'write',
  tenant: { kind: 'none' },
});
