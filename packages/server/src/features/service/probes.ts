import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { Problem } from '../../http/problem.ts';

/** For whoever runs the server: /health answers while the process lives, /ready while it can do its work. */
export function serveProbes(http: FastifyInstance, db: Database): void {
  http.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  http.get('/ready', async (_request, reply) => {
    await sql`select 1`.execute(db.app).catch(() => {
      throw new Problem('unavailable', 'The database does not answer.');
    });
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
}
