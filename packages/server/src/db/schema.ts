/**
 * Not edited by hand. The tables as types: `npm run db:types` writes them from the migrated database, and a test compares
 * the two, hence one long file.
 */
import type {
  ApiKeyId,
  BatchId,
  CommandId,
  DebugFileId,
  DeliveryId,
  EnrollmentCodeId,
  LayerId,
  MachineId,
  MachineViewId,
  OrganizationId,
  ProductIdId,
  ProfileId,
  RolloutId,
  ScheduleId,
  TagRuleId,
  UserId,
  WebhookId,
} from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { CommandType } from '@berth/contract/rules/commands';
import type { Language } from '@berth/contract/rules/languages';
import type { Generated } from 'kysely';

export type Json = boolean | number | string | null | readonly Json[] | { readonly [key: string]: Json | undefined };

export interface AlertMails {
  attempts: Generated<number>;
  content: Json;
  created_at: string;
  mail_at: string;
  mail_id: string;
  organization_id: OrganizationId;
  user_id: UserId;
}

export interface AlertStates {
  credits: 'ending' | 'grace' | 'over' | null;
  credits_at: string | null;
  machines_mailed_at: string | null;
  next_at: string;
  organization_id: OrganizationId;
  rollouts_until: string;
}

export interface ApiKeys {
  created_at: string;
  created_by: string;
  expires_at: string | null;
  hint: string;
  key_hash: Buffer;
  key_id: ApiKeyId;
  last_used_at: string | null;
  name: string;
  organization_id: OrganizationId;
  scopes: string[];
  user_id: UserId;
}

export interface AuditDisputes {
  chain_id: string;
  hash: Buffer;
  machine_id: MachineId;
  seen_at: Generated<string>;
  sequence: number;
}

export interface AuditEntries {
  action: string;
  actor: string;
  actor_id: string | null;
  actor_kind: 'person' | 'api-key' | 'machine' | 'system';
  address: string | null;
  after_json: string | null;
  before_json: string | null;
  chain_id: string;
  hash: Buffer;
  previous_hash: Buffer;
  request_id: string | null;
  sequence: number;
  target_id: string | null;
  target_kind: string | null;
  time: string;
}

export interface AuditHeads {
  chain_id: string;
  hash: Buffer;
  sequence: number;
}

export interface BillingAccounts {
  administrator_email: string;
  administrator_id: string;
  arrears_since: string | null;
  city: string;
  company: string;
  country: string;
  created_at: Generated<string>;
  customer_reference: string | null;
  email: string;
  organization_id: OrganizationId;
  payment_kind: 'bank-transfer' | 'card' | null;
  payment_known_at: string | null;
  payment_label: string | null;
  payment_reference: string | null;
  postcode: string;
  street: string;
  vat_attempts: Generated<number>;
  vat_check_at: string | null;
  vat_id: string | null;
  vat_state: Generated<'unchecked' | 'confirmed' | 'not-listed' | 'not-covered'>;
}

export interface BillingCharges {
  charge_id: string;
  credits: number;
  item: string;
  machine_id: MachineId;
  machine_name: string;
  number: number;
  organization_id: OrganizationId;
  period_end: string;
  period_start: string;
  transaction_id: string | null;
}

export interface BillingInvoices {
  document: Json;
  due_at: string;
  issued_at: string;
  kind: Generated<'invoice' | 'credit-note'>;
  mail_at: string | null;
  mail_attempts: Generated<number>;
  number: string;
  organization_id: OrganizationId;
  paid_at: string | null;
  purchase_id: string;
}

export interface BillingPurchases {
  action_url: string | null;
  created_at: string;
  credits: number;
  currency: string;
  invoice_number: string | null;
  net: number;
  organization_id: OrganizationId;
  paid_at: string | null;
  payment_reference: string | null;
  purchase_id: string;
  requested_by: string;
  status: 'awaiting-payment' | 'processing' | 'action-required' | 'paid' | 'failed';
  vat: number;
  vat_percent: number;
  vat_treatment: 'domestic' | 'reverse-charge' | 'outside-scope';
}

export interface BillingReversals {
  created_at: string;
  credit_note: string | null;
  credits: number;
  kind: 'refund' | 'dispute';
  net: number;
  organization_id: OrganizationId;
  purchase_id: string;
  reference: string;
  reversal_id: string;
  state: 'open' | 'won' | 'final';
  vat: number;
}

export interface CommandBatches {
  author: string;
  author_id: UserId;
  batch_id: BatchId;
  created_at: Generated<string>;
  missing: Generated<number>;
  organization_id: OrganizationId;
  skipped: number;
  total: number;
  type: string;
}

export interface Commands {
  accepted_at: string | null;
  author: string;
  author_id: UserId | null;
  batch_id: BatchId | null;
  command_id: CommandId;
  created_at: Generated<string>;
  delivered_at: string | null;
  expires_at: string;
  finished_at: string | null;
  machine_id: MachineId;
  organization_id: OrganizationId;
  payload: Generated<Json>;
  read_at: string | null;
  result: string | null;
  state: Generated<'queued' | 'delivered' | 'succeeded' | 'failed' | 'expired' | 'cancelled'>;
  type: CommandType;
}

export interface DebugFiles {
  bytes: number;
  created_at: Generated<string>;
  file_id: DebugFileId;
  machine_id: MachineId;
  name: string;
  organization_id: OrganizationId;
}

export interface EnrolmentCodes {
  code_hash: Buffer;
  code_id: EnrollmentCodeId;
  created_at: Generated<string>;
  created_by: string;
  deployment: 'vanilla' | 'flex';
  expires_at: string;
  hint: string;
  organization_id: OrganizationId;
  profile_id: ProfileId;
  tags: Generated<string[]>;
  uses_left: number;
}

export interface FleetHours {
  hour: string;
  online: number;
  organization_id: OrganizationId;
  total: number;
}

export interface IdentityAccounts {
  created_at: Generated<string>;
  email: string;
  language: Language;
  password_changed_at: Generated<string>;
  password_hash: string | null;
  user_id: UserId;
}

export interface IdentityAttempts {
  ends_at: string;
  key_hash: Buffer;
  used: number;
}

export interface IdentityDirectoryPeople {
  directory: string;
  subject: string;
  user_id: UserId;
}

export interface IdentityEndedSessions {
  ended_at: Generated<string>;
  session_uid: string;
}

export interface IdentityLocks {
  name: string;
}

export interface IdentityPasskeyChallenges {
  challenge: string;
  expires_at: string;
  user_id: UserId;
}

export interface IdentityPasskeys {
  counter: number;
  created_at: Generated<string>;
  credential_id: string;
  last_used_at: string | null;
  name: string;
  public_key: Buffer;
  transports: string[];
  user_id: UserId;
}

export interface IdentityPasswordResets {
  expires_at: string;
  token_hash: Buffer;
  user_id: UserId | null;
}

export interface IdentityPlatformAdmins {
  bound_at: Generated<string>;
  email: string;
  user_id: UserId;
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
  user_id: UserId | null;
}

export interface IdentityRecoveryCodes {
  code_hash: Buffer;
  user_id: UserId;
}

export interface IdentityRevokedGrants {
  grant_id: string;
  revoked_at: Generated<string>;
}

export interface IdentitySessionDetails {
  address: string;
  client_id: string;
  last_seen_at: Generated<string>;
  session_uid: string;
  signed_in_at: Generated<string>;
  user_agent: string;
  user_id: UserId;
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

export interface IdentitySigningKeys {
  created_at: Generated<string>;
  key_id: string;
  sealed: string;
}

export interface IdentityTotp {
  confirmed_at: string | null;
  last_step: Generated<number>;
  sealed: string;
  user_id: UserId;
}

export interface IdentityUsedNonces {
  expires_at: string;
  nonce: string;
}

export interface Invitations {
  created_at: Generated<string>;
  email: string;
  invited_by: string;
  organization_id: OrganizationId;
  role: 'administrator' | 'operator' | 'viewer';
}

export interface InvoiceCounters {
  last: number;
  year: number;
}

export interface LayerRevisions {
  author: string;
  author_id: UserId;
  content: Json;
  created_at: Generated<string>;
  layer_id: string;
  name: string;
  note: string | null;
  organization_id: OrganizationId;
  revision: number;
}

export interface Layers {
  created_at: Generated<string>;
  held_revision: number | null;
  layer_id: string;
  locks: number;
  machine_id: MachineId | null;
  name: string;
  organization_id: OrganizationId;
  position: number;
  revision: number;
  scope: 'organization' | 'tag' | 'machine';
  settings: number;
  tag: string | null;
  updated_at: Generated<string>;
  updated_by: string;
}

export interface LedgerBalances {
  account: string;
  balance: number;
  organization_id: OrganizationId;
  unit: string;
}

export interface LedgerPostings {
  account:
    | 'credits'
    | 'credits-sold'
    | 'credits-used'
    | 'credits-granted'
    | 'credits-owed'
    | 'credits-disputed'
    | 'receivable'
    | 'sales'
    | 'vat'
    | 'bank'
    | 'disputed';
  amount: number;
  organization_id: OrganizationId;
  transaction_id: string;
  unit: string;
}

export interface LedgerTransactions {
  author: string;
  description: string;
  key: string;
  kind: 'invoice' | 'payment' | 'charge' | 'adjustment' | 'reversal';
  organization_id: OrganizationId;
  time: string;
  transaction_id: string;
}

export interface MachineAlerts {
  found_at: string;
  gone_at: string | null;
  machine_id: MachineId;
  mailed_at: string | null;
  need: 'down' | 'cloned' | 'faulty' | 'away';
  organization_id: OrganizationId;
}

export interface MachineClones {
  addresses: string[];
  last_at: string;
  machine_id: MachineId;
  organization_id: OrganizationId;
  since: string;
}

export interface MachineCounts {
  machines: number;
  organization_id: OrganizationId;
  profile_id: ProfileId;
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

export interface MachineLookups {
  lookup: string;
  machine_id: MachineId;
  organization_id: OrganizationId;
}

export interface MachinePresence {
  machine_id: MachineId;
  organization_id: OrganizationId;
  since: string;
  until: string | null;
}

export interface MachineRecoveryKeys {
  machine_id: MachineId;
  organization_id: OrganizationId;
  received_at: Generated<string>;
  sealed_key: string;
}

export interface MachineStates {
  agent_version: string | null;
  applied_digest: string | null;
  applied_profile_id: ProfileId | null;
  applied_revision: number | null;
  apply_error: string | null;
  gone_at: Generated<string>;
  hardware: Json | null;
  ip_address: string | null;
  last_seen: string | null;
  logged_in: string | null;
  lookup: string | null;
  machine_id: MachineId;
  model: string | null;
  name: Generated<string>;
  note: Generated<string>;
  online: Generated<boolean>;
  ordered_name: Generated<string | null>;
  organization_id: OrganizationId;
  profile_id: ProfileId | null;
  refused_certificates: Json | null;
  running_since: string | null;
  serial: string | null;
  standing: Generated<number>;
  status: Generated<'normal' | 'updating' | 'reboot-needed'>;
  step: Generated<number>;
  tag_rules_due: Generated<boolean>;
  tags: Generated<string[]>;
  time_zone: string | null;
}

export interface MachineViews {
  created_at: Generated<string>;
  name: string;
  organization_id: OrganizationId;
  query: string;
  view_id: MachineViewId;
}

export interface Machines {
  context: Generated<Json>;
  context_revision: Generated<number>;
  deployment: Deployment;
  group_hash: Generated<number>;
  held_revision: number | null;
  machine_id: MachineId;
  name: string;
  note: Generated<string>;
  ordered_name: Generated<string | null>;
  organization_id: OrganizationId;
  profile_id: ProfileId | null;
  registered_at: Generated<string>;
  registered_by: string;
  released_layers: Generated<string[]>;
  search: Generated<string | null>;
  tags: Generated<string[]>;
}

export interface Memberships {
  alerts: string[] | null;
  created_at: Generated<string>;
  email: string;
  organization_id: OrganizationId;
  role: 'owner' | 'administrator' | 'operator' | 'viewer';
  user_id: UserId;
}

export interface OperatorAlerts {
  mailed_at: string;
  node: string;
  problem: string;
}

export interface Organizations {
  always_on_tags: Generated<string[]>;
  auth: Generated<Json>;
  auth_revision: Generated<number>;
  created_at: Generated<string>;
  mgmt_tier: Generated<'free' | 'pro' | 'business' | 'enterprise'>;
  name: string;
  organization_id: OrganizationId;
  owner_email: string;
  owner_id: UserId;
  revision: Generated<number>;
  shell_commands: Generated<boolean>;
}

export interface PaymentEvents {
  event_id: string;
  received_at: Generated<string>;
}

export interface ProductIds {
  bound_at: string | null;
  code_hash: Buffer | null;
  created_at: Generated<string>;
  created_by: string;
  deployment: Deployment;
  hint: string;
  machine_id: MachineId | null;
  note: string;
  product_id: ProductIdId;
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

export interface ProfileRollouts {
  author: string;
  author_id: UserId;
  created_at: string;
  error_threshold: number;
  finished_at: string | null;
  from_revision: number;
  layer_id: LayerId | null;
  leased_until: string | null;
  note: string | null;
  organization_id: OrganizationId;
  profile_id: ProfileId | null;
  reason: 'errors' | 'silence' | 'cancelled' | null;
  rollout_id: RolloutId;
  silent_after_s: number;
  soak_s: number;
  state: Generated<'running' | 'paused' | 'finished' | 'returned'>;
  success_threshold: number;
  to_revision: number;
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

export interface QueuedMails {
  attempts: Generated<number>;
  created_at: Generated<string>;
  expires_at: string;
  kind: string;
  mail_at: Generated<string>;
  mail_id: string;
  sealed: string;
}

export interface RolloutGroups {
  finished_at: string | null;
  name: string;
  organization_id: OrganizationId;
  percent: number | null;
  position: number;
  rollout_id: RolloutId;
  started_at: string | null;
  state: Generated<'waiting' | 'running' | 'finished' | 'failed'>;
  tag: string | null;
}

export interface RolloutMachines {
  error: string | null;
  machine_id: MachineId;
  organization_id: OrganizationId;
  position: number;
  rollout_id: RolloutId;
  shown_at: string | null;
  state: Generated<'waiting' | 'told' | 'shown' | 'succeeded' | 'failed' | 'silent'>;
  told_at: string | null;
}

export interface ScheduleRunMachines {
  at: string;
  command_id: CommandId | null;
  date: string;
  machine_id: MachineId;
  organization_id: OrganizationId;
  outcome: 'given' | 'unlicensed';
  schedule_id: ScheduleId;
}

export interface ScheduleRuns {
  closed_at: string | null;
  date: string;
  missed: number | null;
  opened_at: string;
  organization_id: OrganizationId;
  schedule_id: ScheduleId;
}

export interface Schedules {
  author: string;
  author_id: UserId;
  changed_at: string;
  created_at: string;
  date: string | null;
  days: string[] | null;
  enabled: boolean;
  filter: string | null;
  leased_until: string | null;
  msg: string | null;
  name: string;
  organization_id: OrganizationId;
  revision: Generated<number>;
  schedule_id: ScheduleId;
  tag: string | null;
  time: string;
  time_zone: string;
  type: string;
  window_minutes: number;
}

export interface ShareCodes {
  code_hash: Buffer;
  expires_at: string;
  machine_id: MachineId;
  organization_id: OrganizationId;
  peer_id: string;
}

export interface TagRules {
  author: string;
  created_at: Generated<string>;
  model_like: string | null;
  name: string;
  name_like: string | null;
  networks: string[];
  organization_id: OrganizationId;
  revision: Generated<number>;
  rule_id: TagRuleId;
  tags: string[];
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  body: string;
  created_at: Generated<string>;
  delivery_id: DeliveryId;
  error: string | null;
  event: string;
  failure:
    | 'status'
    | 'redirect'
    | 'refused'
    | 'unreachable'
    | 'unknown-name'
    | 'timed-out'
    | 'certificate'
    | 'insecure'
    | 'not-public'
    | 'broken-off'
    | 'other'
    | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  organization_id: OrganizationId;
  response_status: number | null;
  state: Generated<'queued' | 'delivered' | 'failed'>;
  webhook_id: WebhookId;
}

export interface Webhooks {
  created_at: string;
  created_by: string;
  enabled: Generated<boolean>;
  events: string[];
  organization_id: OrganizationId;
  secret: string;
  url: string;
  webhook_id: WebhookId;
}

export interface DB {
  alert_mails: AlertMails;
  alert_states: AlertStates;
  api_keys: ApiKeys;
  audit_disputes: AuditDisputes;
  audit_entries: AuditEntries;
  audit_heads: AuditHeads;
  billing_accounts: BillingAccounts;
  billing_charges: BillingCharges;
  billing_invoices: BillingInvoices;
  billing_purchases: BillingPurchases;
  billing_reversals: BillingReversals;
  command_batches: CommandBatches;
  commands: Commands;
  debug_files: DebugFiles;
  enrolment_codes: EnrolmentCodes;
  fleet_hours: FleetHours;
  'identity.accounts': IdentityAccounts;
  'identity.attempts': IdentityAttempts;
  'identity.directory_people': IdentityDirectoryPeople;
  'identity.ended_sessions': IdentityEndedSessions;
  'identity.locks': IdentityLocks;
  'identity.passkey_challenges': IdentityPasskeyChallenges;
  'identity.passkeys': IdentityPasskeys;
  'identity.password_resets': IdentityPasswordResets;
  'identity.platform_admins': IdentityPlatformAdmins;
  'identity.provider_records': IdentityProviderRecords;
  'identity.recovery_codes': IdentityRecoveryCodes;
  'identity.revoked_grants': IdentityRevokedGrants;
  'identity.session_details': IdentitySessionDetails;
  'identity.sign_ups': IdentitySignUps;
  'identity.signing_keys': IdentitySigningKeys;
  'identity.totp': IdentityTotp;
  'identity.used_nonces': IdentityUsedNonces;
  invitations: Invitations;
  invoice_counters: InvoiceCounters;
  layer_revisions: LayerRevisions;
  layers: Layers;
  ledger_balances: LedgerBalances;
  ledger_postings: LedgerPostings;
  ledger_transactions: LedgerTransactions;
  machine_alerts: MachineAlerts;
  machine_clones: MachineClones;
  machine_counts: MachineCounts;
  machine_directory: MachineDirectory;
  machine_logs: MachineLogs;
  machine_lookups: MachineLookups;
  machine_presence: MachinePresence;
  machine_recovery_keys: MachineRecoveryKeys;
  machine_states: MachineStates;
  machine_views: MachineViews;
  machines: Machines;
  memberships: Memberships;
  operator_alerts: OperatorAlerts;
  organizations: Organizations;
  payment_events: PaymentEvents;
  product_ids: ProductIds;
  profile_revisions: ProfileRevisions;
  profile_rollouts: ProfileRollouts;
  profiles: Profiles;
  queued_mails: QueuedMails;
  rollout_groups: RolloutGroups;
  rollout_machines: RolloutMachines;
  schedule_run_machines: ScheduleRunMachines;
  schedule_runs: ScheduleRuns;
  schedules: Schedules;
  share_codes: ShareCodes;
  tag_rules: TagRules;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
}
