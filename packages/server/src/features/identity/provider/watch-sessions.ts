import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type Provider from 'oidc-provider';
import type { DB } from '../../../db/schema.ts';
import type { Logger } from '../../../platform/logger.ts';
import { recordEnded, recordRevoked, recordSession, touchSession } from '../account/store-sessions.ts';
import type { EndedSessions } from '../tokens/ended-sessions.ts';
import { ReplayError } from './adapter.ts';

/**
 * Keeps the list of sessions and revoked grants up to date with the provider, before its reply is sent. Failures are
 * logged and affect no login.
 */
export function watchSessions(provider: Provider, db: Kysely<DB>, ended: EndedSessions, logger: Logger): void {
  /** The pending work of the current request: the provider does not await its event handlers. */
  const begun = new AsyncLocalStorage<Promise<void>[]>();
  provider.use(async (_ctx, next) => {
    const work: Promise<void>[] = [];
    await begun.run(work, next);
    await Promise.all(work);
  });
  const logged = (work: Promise<void>) => {
    const done = work.catch((error: unknown) =>
      logger.error({ err: error }, 'The list of sessions could not be updated'),
    );
    begun.getStore()?.push(done);
  };

  provider.on('authorization.success', (ctx) => {
    const { session, client } = ctx.oidc;
    if (!session?.accountId || !client) return;
    logged(
      recordSession(db, {
        sessionUid: session.uid,
        userId: session.accountId,
        clientId: client.clientId,
        userAgent: ctx.get('user-agent'),
        address: ctx.ip,
      }),
    );
  });

  provider.on('grant.success', (ctx) => {
    const sessionUid = ctx.oidc.entities.RefreshToken?.sessionUid;
    if (sessionUid) logged(touchSession(db, sessionUid));
  });

  /** Revokes the grant's access tokens, which are verified without the database. */
  const revoked = (grantId: string) => {
    ended.announce([grantId]);
    logged(recordRevoked(db, grantId));
  };
  provider.on('grant.revoked', (_ctx, grantId) => revoked(grantId));
  provider.on('grant.error', (_ctx, error) => {
    if (error instanceof ReplayError && error.grantId !== null) revoked(error.grantId);
  });

  provider.on('session.destroyed', ({ uid }) => {
    ended.announce([uid]);
    logged(recordEnded(db, [uid]));
  });
}
