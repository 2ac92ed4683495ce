import Type from 'typebox';

/**
 * Branded identifiers: a profile's id cannot be handed where a machine's is expected.
 * The brand exists for the compiler only; at run time they are strings.
 */
declare const brand: unique symbol;
export type Id<Name extends string> = string & { readonly [brand]: Name };

export type UserId = Id<'user'>;
export type OrganizationId = Id<'organization'>;
export type ProfileId = Id<'profile'>;
export type MachineId = Id<'machine'>;
export type CommandId = Id<'command'>;
export type BatchId = Id<'batch'>;
export type EnrollmentCodeId = Id<'enrollment-code'>;
export type DebugFileId = Id<'debug-file'>;
export type ApiKeyId = Id<'api-key'>;
export type WebhookId = Id<'webhook'>;
export type DeliveryId = Id<'delivery'>;
export type RolloutId = Id<'rollout'>;
export type ScheduleId = Id<'schedule'>;
export type ProductIdId = Id<'product-id'>;
export type MachineViewId = Id<'machine-view'>;

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** UUID in lower case, made by the application, never by the database. */
export const UserIdSchema = Type.Unsafe<UserId>(Type.String({ pattern: uuid }));
export const OrganizationIdSchema = Type.Unsafe<OrganizationId>(Type.String({ pattern: uuid }));
export const ProfileIdSchema = Type.Unsafe<ProfileId>(Type.String({ pattern: uuid }));
export const CommandIdSchema = Type.Unsafe<CommandId>(Type.String({ pattern: uuid }));
export const BatchIdSchema = Type.Unsafe<BatchId>(Type.String({ pattern: uuid }));
export const DebugFileIdSchema = Type.Unsafe<DebugFileId>(Type.String({ pattern: uuid }));
export const ApiKeyIdSchema = Type.Unsafe<ApiKeyId>(Type.String({ pattern: uuid }));
export const WebhookIdSchema = Type.Unsafe<WebhookId>(Type.String({ pattern: uuid }));
export const DeliveryIdSchema = Type.Unsafe<DeliveryId>(Type.String({ pattern: uuid }));
export const RolloutIdSchema = Type.Unsafe<RolloutId>(Type.String({ pattern: uuid }));
export const ScheduleIdSchema = Type.Unsafe<ScheduleId>(Type.String({ pattern: uuid }));
export const ProductIdIdSchema = Type.Unsafe<ProductIdId>(Type.String({ pattern: uuid }));
export const MachineViewIdSchema = Type.Unsafe<MachineViewId>(Type.String({ pattern: uuid }));
export const EnrollmentCodeIdSchema = Type.Unsafe<EnrollmentCodeId>(Type.String({ pattern: uuid }));

/** First 32 hex digits of SHA-256 over the machine's raw Ed25519 public key, so that an id cannot be claimed without its key. */
export const MachineIdSchema = Type.Unsafe<MachineId>(Type.String({ pattern: '^[0-9a-f]{32}$' }));
