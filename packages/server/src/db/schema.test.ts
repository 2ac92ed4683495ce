import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { generateSchemaTypes, SCHEMA_FILE } from '../testing/schema-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('has types that fit the migrated tables (npm run db:types writes them)', async () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(await generateSchemaTypes(database.owner));
});
