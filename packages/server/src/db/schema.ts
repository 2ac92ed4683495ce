/** The tables, as `npm run db:types` writes them from the migrated database. */
export type DB = Record<never, never>;
