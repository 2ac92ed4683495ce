import { createHash } from 'node:crypto';
import { readBatch } from '@berth/contract/api/command-batches';
import { route } from '../../../http/route.ts';
import { loadBatch } from './present.ts';

export const readBatchRoute = route(readBatch, async ({ params, tx, organizationId, setEtag }) => {
  const batch = await loadBatch(tx, organizationId, params.batchId);
  // Everything that can change is in the reply, and it is small.
  setEtag(createHash('sha256').update(JSON.stringify(batch)).digest('base64url').slice(0, 16));
  return batch;
});
