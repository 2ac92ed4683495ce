import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses what would write while there is nowhere to write to; reading goes on. */
export function refuseWritesWhen(http: FastifyInstance, disk: { readonly isFull: boolean }): void {
  http.addHook('onRequest', async (request) => {
    if (!disk.isFull || READING.has(request.method)) return;
    throw new ApiError('unavailable', 'The disk of the server is full: nothing can be saved right now.', undefined, {
      'retry-after': '10',
    });
  });
}
