import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wrongClaims } from '../testing/claims/check.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

const COMPILES_MS = 120_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('every sql<Row> matches the columns that the migrated database returns', {
  timeout: COMPILES_MS,
}, async () => {
  expect(await wrongClaims(database.owner)).toEqual([]);
});

it('reports a wrong sql<Row>', { timeout: COMPILES_MS }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-planted-claims-'));
  writeFileSync(
    join(folder, 'store.ts'),
    `import { type Kysely, sql } from 'kysely';
interface Row { readonly machine_id: string }
const COLUMNS = sql.raw('machine_id, name'); const ID = sql.raw('machine_id');
export const run = (db: Kysely<unknown>, id: string) => [
  sql<Row>\`select machine_id from machines where machine_id = \${id}\`.execute(db),
  sql<Row>\`select * from nonces\`.execute(db),
  sql<Row>\`select \${COLUMNS} from machines\`.execute(db),
  sql<Row & { readonly nmae: string }>\`select machine_id, name from machines\`.execute(db),
  sql<{ machine_id: number }>\`select machine_id from machines\`.execute(db),
  sql<{ profile_id: string }>\`select profile_id from machines\`.execute(db),
  sql<{ profile_id: string | null; count: string }>\`select profile_id, count(*) from machines group by 1\`.execute(db),
  sql<{ revision: number }>\`select p.revision from machines m left join profiles p using (profile_id)\`.execute(db),
  sql<Row>\`select \${id ? COLUMNS : ID} from machines\`.execute(db),
  sql<{ nmae: string }>\`\${sql.raw(id)} from machines\`.execute(db),
  sql.raw<{ nmae: string }>(id).execute(db),
];`,
  );
  const wrong = await wrongClaims(database.owner, folder);
  rmSync(folder, { recursive: true });
  expect(wrong).toEqual([
    'store.ts:6 is not a valid PostgreSQL statement',
    'store.ts:14 claims rows of a statement that cannot be checked',
    'store.ts:15 claims rows of a statement that cannot be checked',
    'store.ts:7 reads what is not claimed: "name"',
    'store.ts:8 claims what is not read: "nmae"',
    'store.ts:9 claims another type of: "machine_id"',
    'store.ts:10 claims another type of: "profile_id"',
    'store.ts:11 claims another type of: "count"',
    'store.ts:12 claims another type of: "revision"',
    'store.ts:13 reads what is not claimed: "name"',
  ]);
});
