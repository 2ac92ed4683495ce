import { randomUUID } from 'node:crypto';
import type { Database } from '../db/connection.ts';
import { personMaker as makerOf, type Person } from '../features/identity/tokens/issue.ts';

export type { Person } from '../features/identity/tokens/issue.ts';

export type MakePerson = (about?: {
  readonly email?: string;
  readonly permissions?: readonly string[];
}) => Promise<Person>;

/** Makes people whose tokens are good beyond any time that a test moves its clock to. */
export async function personMaker(db: Database, secret: Buffer, publicUrl: string): Promise<MakePerson> {
  const make = await makerOf(db, secret, publicUrl);
  return ({ email = `${randomUUID()}@example.org`, permissions } = {}) => make({ email, permissions, lifetime: '2y' });
}
