import type { FastifyInstance } from 'fastify';
import type { ArchiveWatch } from '../../db/archive-watch.ts';
import { ApiError } from '../../http/api-error.ts';

export interface ProbesDeps {
  readonly archive: ArchiveWatch;
  /** Whether this node is about to end: whoever hands out calls gives it no more. */
  readonly isLeaving: () => boolean;
}

/** For whoever runs the server: /health answers while the process lives, /ready while it can do its work. */
export function serveProbes(http: FastifyInstance, { archive, isLeaving }: ProbesDeps): void {
  http.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  http.get('/ready', async (_request, reply) => {
    if (isLeaving()) throw new ApiError('unavailable', 'This node is about to stop.');
    const { isFailing } = await archive.check().catch(() => {
      throw new ApiError('unavailable', 'The database does not answer.');
    });
    // Serving calls goes on: it is said, and not a reason to take the node out.
    const detail = isFailing ? { archive: 'failing' } : {};
    return reply.header('cache-control', 'no-store').send({ status: 'ok', ...detail });
  });
}
