/** The tables as types, generated from the migrated database by kysely-codegen (.kysely-codegenrc.json). Not edited by hand. */
import type { CommandId, MachineId, OrganizationId, ProfileId, UserId } from '@berth/contract/ids';
import type { Deployment, MgmtTier } from '@berth/contract/limits';
import type { CommandState, CommandType } from '@berth/contract/rules/commands';
import type { Role } from '@berth/contract/rules/permissions';
import type { ColumnType } from 'kysely';

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export interface Commands {
  accepted_at: string | null;
  author: string;
  author_id: UserId;
  command_id: CommandId;
  created_at: Generated<string>;
  delivered_at: string | null;
  expires_at: string;
  finished_at: string | null;
  machine_id: MachineId;
  organization_id: OrganizationId;
  payload: Generated<Json>;
  result: string | null;
  state: Generated<CommandState>;
  type: CommandType;
}

export interface IdentityAccounts {
  created_at: Generated<string>;
  email: string;
  language: string;
  password_changed_at: Generated<string>;
  password_hash: string | null;
  user_id: string;
}

export interface IdentityAttempts {
  ends_at: string;
  key_hash: Buffer;
  used: number;
}

export interface IdentityEndedSessions {
  ended_at: Generated<string>;
  session_uid: string;
}

export interface IdentityLocks {
  name: string;
}

export interface IdentityPasswordResets {
  expires_at: string;
  token_hash: Buffer;
  user_id: string;
}

export interface IdentityProviderRecords {
  consumed_at: string | null;
  expires_at: string;
  grant_id: string | null;
  id_hash: Buffer;
  model: string;
  sealed: string;
  session_uid: string | null;
  user_code_hash: Buffer | null;
  user_id: string | null;
}

export interface IdentitySigningKeys {
  created_at: Generated<string>;
  key_id: string;
  sealed: string;
}

export interface IdentitySignUps {
  attempts: Generated<number>;
  code_hash: Buffer;
  created_at: Generated<string>;
  decoy: boolean;
  email: string;
  expires_at: string;
  interaction_uid: string;
  language: string;
  link_hash: Buffer;
  password_hash: string;
  sign_up_id: string;
}

export interface MachineDirectory {
  machine_id: MachineId;
  organization_id: OrganizationId;
  public_key: Buffer;
}

export interface MachineLogs {
  entry_id: string;
  machine_id: MachineId;
  message: string;
  organization_id: OrganizationId;
  time: string;
  type: string;
}

export interface Machines {
  context: Generated<Json>;
  context_revision: Generated<number>;
  deployment: Deployment;
  machine_id: MachineId;
  name: string;
  organization_id: OrganizationId;
  profile_id: ProfileId | null;
  registered_at: Generated<string>;
  registered_by: string;
}

export interface MachineStates {
  agent_version: string | null;
  applied_profile_id: ProfileId | null;
  applied_revision: number | null;
  apply_error: string | null;
  hardware: Json | null;
  last_seen: string | null;
  machine_id: MachineId;
  organization_id: OrganizationId;
  running_since: string | null;
  status: Generated<'normal' | 'updating' | 'reboot-needed'>;
}

export interface Memberships {
  created_at: Generated<string>;
  email: string;
  organization_id: OrganizationId;
  role: Role;
  user_id: UserId;
}

export interface Organizations {
  created_at: Generated<string>;
  mgmt_tier: Generated<MgmtTier>;
  name: string;
  organization_id: OrganizationId;
  owner_email: string;
  owner_id: UserId;
  revision: Generated<number>;
}

export interface ProfileRevisions {
  author: string;
  author_id: UserId;
  created_at: Generated<string>;
  definition: Json;
  name: string;
  note: string | null;
  organization_id: OrganizationId;
  profile_id: ProfileId;
  revision: number;
}

export interface Profiles {
  created_at: Generated<string>;
  deployment: Deployment;
  name: string;
  organization_id: OrganizationId;
  profile_id: ProfileId;
  revision: number;
  updated_at: Generated<string>;
  updated_by: string;
}

export interface DB {
  commands: Commands;
  'identity.accounts': IdentityAccounts;
  'identity.attempts': IdentityAttempts;
  'identity.ended_sessions': IdentityEndedSessions;
  'identity.locks': IdentityLocks;
  'identity.password_resets': IdentityPasswordResets;
  'identity.provider_records': IdentityProviderRecords;
  'identity.sign_ups': IdentitySignUps;
  'identity.signing_keys': IdentitySigningKeys;
  machine_directory: MachineDirectory;
  machine_logs: MachineLogs;
  machine_states: MachineStates;
  machines: Machines;
  memberships: Memberships;
  organizations: Organizations;
  profile_revisions: ProfileRevisions;
  profiles: Profiles;
}
