import type { Client } from 'pg';

/**
 * Sees that the indexes of names stand in the order of the library that compares them (natural_order). PostgreSQL takes
 * it from ICU, a newer one of which, as after an upgrade of the system, may order some letters in another way; rows
 * would be looked for where they are not.
 */
export async function keepNaturalOrder(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ index: string }>(`
    select i.indexrelid::regclass::text as index from pg_collation c join pg_index i on c.oid = any (i.indcollation)
      where c.collname = 'natural_order' and c.collversion is distinct from pg_collation_actual_version(c.oid)`);
  if (rows.length === 0) return;
  await owner.query('begin');
  try {
    for (const { index } of rows) await owner.query(`reindex index ${index}`);
    await owner.query('alter collation natural_order refresh version');
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}
