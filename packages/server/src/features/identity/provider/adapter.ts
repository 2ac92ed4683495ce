import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import type { DB } from '../../../db/schema.ts';
import type { Sealer } from '../../../platform/seal.ts';
import { stepsOf } from '../login/interaction.ts';
import { ROTATION_OVERLAP_S } from './token-policy.ts';

interface Stored {
  readonly sealed: string;
  readonly id_hash: Buffer;
  readonly consumed_s: number | null;
}

/** The lifetime of records without one. */
const FOREVER_S = 366 * 86_400;

/** Records that are revoked with their grant; the grant itself is destroyed by its ID. */
const GRANTED = ['AccessToken', 'AuthorizationCode', 'RefreshToken', 'DeviceCode'];

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A code or token was presented twice concurrently: the second use is a replay (RFC 6749, 4.1.2). */
export class ReplayError extends errors.InvalidGrant {
  /** null: no grant. */
  readonly grantId: string | null;

  constructor(model: string, grantId: string | null) {
    super(`${model} already consumed`);
    this.grantId = grantId;
  }
}

/** When a record counts as consumed: a rotated refresh token only once its overlap is over. */
const CONSUMED = sql`extract(epoch FROM CASE
  WHEN model <> 'RefreshToken' OR consumed_at < now() - make_interval(secs => ${ROTATION_OVERLAP_S}) THEN consumed_at
  END)::int AS consumed_s`;

/** The person of a record; of a login, the one who has proved a password or all factors. */
function personOf({ accountId, result }: AdapterPayload): string | undefined {
  return accountId ?? result?.login?.accountId ?? stepsOf({ result }).passwordOf;
}

/** Stores the provider's records in PostgreSQL: hashed IDs, encrypted contents (see identity/provider.sql). */
export function createAdapterFactory(db: Kysely<DB>, sealer: Sealer): AdapterFactory {
  return (model) => new PostgresAdapter(db, sealer, model);
}

class PostgresAdapter implements Adapter {
  readonly #db: Kysely<DB>;
  readonly #sealer: Sealer;
  readonly #model: string;

  constructor(db: Kysely<DB>, sealer: Sealer, model: string) {
    this.#db = db;
    this.#sealer = sealer;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn = FOREVER_S): Promise<void> {
    const idHash = digest(id);
    const { consumed: _, ...kept } = payload;
    const sealed = this.#sealer.seal(JSON.stringify(kept), this.#context(idHash));
    await sql`
      INSERT INTO identity.provider_records
        (model, id_hash, grant_id, session_uid, user_code_hash, user_id, sealed, expires_at)
      VALUES (${this.#model}, ${idHash}, ${payload.grantId ?? null}, ${payload.uid ?? payload.sessionUid ?? null},
        ${payload.userCode === undefined ? null : digest(payload.userCode)}, ${personOf(payload) ?? null}, ${sealed},
        now() + make_interval(secs => ${expiresIn}))
      ON CONFLICT (model, id_hash) DO UPDATE SET
        grant_id = excluded.grant_id, session_uid = excluded.session_uid, user_code_hash = excluded.user_code_hash,
        user_id = excluded.user_id, sealed = excluded.sealed, expires_at = excluded.expires_at`.execute(this.#db);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { rows } = await sql<Stored>`
      SELECT sealed, id_hash, ${CONSUMED} FROM identity.provider_records
      WHERE model = ${this.#model} AND id_hash = ${digest(id)}`.execute(this.#db);
    return this.#open(rows[0]);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const { rows } = await sql<Stored>`
      SELECT sealed, id_hash, ${CONSUMED} FROM identity.provider_records
      WHERE model = ${this.#model} AND session_uid = ${uid} ORDER BY expires_at DESC LIMIT 1`.execute(this.#db);
    return this.#open(rows[0]);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const { rows } = await sql<Stored>`
      SELECT sealed, id_hash, ${CONSUMED} FROM identity.provider_records
      WHERE model = ${this.#model} AND user_code_hash = ${digest(userCode)}
      ORDER BY expires_at DESC LIMIT 1`.execute(this.#db);
    return this.#open(rows[0]);
  }

  /** Of two concurrent uses of a code, one succeeds. A rotated refresh token is valid during its overlap. */
  async consume(id: string): Promise<void> {
    const { rows } = await sql<{ first: boolean; grant_id: string | null }>`
      WITH known AS (
        SELECT grant_id FROM identity.provider_records WHERE model = ${this.#model} AND id_hash = ${digest(id)}
      ), taken AS (
        UPDATE identity.provider_records SET consumed_at = now()
        WHERE model = ${this.#model} AND id_hash = ${digest(id)} AND consumed_at IS NULL RETURNING 1
      )
      SELECT known.grant_id, EXISTS (SELECT 1 FROM taken) AS first FROM known`.execute(this.#db);
    const [record] = rows;
    if (!record) throw new errors.InvalidGrant(`${this.#model} not found`);
    if (!record.first && this.#model !== 'RefreshToken') throw new ReplayError(this.#model, record.grant_id);
  }

  async destroy(id: string): Promise<void> {
    await sql`
      DELETE FROM identity.provider_records
      WHERE model = ${this.#model} AND id_hash = ${digest(id)}`.execute(this.#db);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await sql`
      DELETE FROM identity.provider_records
      WHERE grant_id = ${grantId} AND model = ANY (${GRANTED})`.execute(this.#db);
  }

  #context(idHash: Buffer): string {
    return `oidc ${this.#model} ${idHash.toString('hex')}`;
  }

  #open(row: Stored | undefined): AdapterPayload | undefined {
    if (!row) return undefined;
    const payload: AdapterPayload = JSON.parse(this.#sealer.open(row.sealed, this.#context(row.id_hash)));
    return row.consumed_s === null ? payload : { ...payload, consumed: row.consumed_s };
  }
}
