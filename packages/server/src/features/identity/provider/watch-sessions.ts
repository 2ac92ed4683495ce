import type { Kysely } from 'kysely';
import type Provider from 'oidc-provider';
import type { DB } from '../../../db/schema.ts';
import type { Logger } from '../../../platform/logger.ts';
import { noteSession, touchSession } from '../accounts/session-details.ts';
import { rememberEnded } from '../accounts/sessions-store.ts';
import type { EndedSessions } from '../tokens/ended-sessions.ts';

/** Keeps the list of sessions true to what the provider does. What fails here is logged and disturbs no sign-in. */
export function watchSessions(provider: Provider, db: Kysely<DB>, ended: EndedSessions, logger: Logger): void {
  const logged = (work: Promise<void>) => {
    work.catch((error: unknown) => logger.error({ err: error }, 'The list of sessions could not be updated'));
  };

  provider.on('authorization.success', (ctx) => {
    const { session, client } = ctx.oidc;
    if (!session?.accountId || !client) return;
    logged(
      noteSession(db, {
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

  provider.on('session.destroyed', ({ uid }) => {
    ended.announce([uid]);
    logged(rememberEnded(db, [uid]));
  });
}
