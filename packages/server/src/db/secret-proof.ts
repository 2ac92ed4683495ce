import { hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Client } from 'pg';
import { StartError } from '../platform/start-error.ts';

/**
 * The secret of an installation, recognized without being kept. The first start to finish its migrations writes the
 * proof; every later one is compared before it changes anything, roles' passwords above all: a node with another secret
 * would lock the healthy ones out. Called under the lock of the migrations, so that of two first starts one wins.
 */
export async function refuseOtherSecret(worker: Client, secret: Buffer): Promise<void> {
  const { rows } = await worker.query<{ proof: Buffer }>('select proof from berth.secret_proof');
  const [kept] = rows;
  if (kept && !timingSafeEqual(kept.proof, proofOf(secret))) throw otherSecret();
}

export async function keepSecretProof(worker: Client, secret: Buffer): Promise<void> {
  await worker.query('insert into berth.secret_proof (id, proof) values (1, $1) on conflict do nothing', [
    proofOf(secret),
  ]);
}

export function otherSecret(cause?: unknown): StartError {
  return new StartError(
    'The secret is not the one that the installation was made with.',
    'Set BERTH_SECRET to that one, the same on every node, or put its file secret back into the data folder.',
    { cause },
  );
}

function proofOf(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'proof of the installation’s secret', 32));
}
