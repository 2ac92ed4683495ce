import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import { ALERT_TOPICS, type AlertTopic, alertsOf } from '@berth/contract/rules/alerts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import type { RecordWork } from '../../http/audit.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { lockMember, saveChosen } from './store.ts';

const PATH = '/unsubscribe';

/** The emails about one topic to one member. */
interface Subscription {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly topic: AlertTopic;
}

/** Links in the headers of emails. A MAC proves them, so none is stored and each works as long as the server key. */
export interface UnsubscribeLinks {
  linkTo(subscription: Subscription): string;
  /** Undefined for a token that this installation did not issue. */
  read(token: string): Subscription | undefined;
}

/**
 * @param key 32 bytes for this purpose only.
 * @param publicUrl Origin that mail programs use, without a slash at its end.
 */
export function unsubscribeLinks(key: Buffer, publicUrl: string): UnsubscribeLinks {
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    linkTo({ organizationId, userId, topic }) {
      const text = `${organizationId}.${userId}.${topic}`;
      return `${publicUrl}${PATH}/${text}.${macOf(text).toString('base64url')}`;
    },
    read(token) {
      const end = token.lastIndexOf('.');
      const text = token.slice(0, end);
      const [expected, given] = [macOf(text), Buffer.from(token.slice(end + 1), 'base64url')];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const [organizationId, userId, name] = text.split('.') as [OrganizationId, UserId, string];
      const topic = ALERT_TOPICS.find((each) => each === name);
      return topic && { organizationId, userId, topic };
    },
  };
}

interface UnsubscribeDeps {
  readonly db: Database;
  readonly links: UnsubscribeLinks;
  readonly limiter: RateLimiter;
  readonly publicUrl: string;
  readonly recordWork: RecordWork;
}

/**
 * Ends a member's emails about a topic when the mail program asks for it, without a login (RFC 8058). Programs that check
 * links also open them, so GET changes nothing and leads to the switches.
 */
export function serveUnsubscribe(http: FastifyInstance, deps: UnsubscribeDeps): void {
  const { links, limiter, publicUrl } = deps;
  type Link = { Params: { readonly token: string } };
  const subscriptionOf = ({ ip, params }: FastifyRequest<Link>) => {
    limiter.take('write', 'address', ip);
    const subscription = links.read(params.token);
    if (!subscription) throw new ApiError('not-found', 'This link to unsubscribe is not valid.');
    return subscription;
  };
  http.post<Link>(`${PATH}/:token`, async (request, reply) => {
    await unsubscribe(deps, subscriptionOf(request));
    return reply.code(204).send();
  });
  http.get<Link>(`${PATH}/:token`, async (request, reply) =>
    reply.redirect(`${publicUrl}/manage/org/${subscriptionOf(request).organizationId}`),
  );
}

function unsubscribe({ db, recordWork }: UnsubscribeDeps, subscription: Subscription): Promise<void> {
  const { organizationId, userId, topic } = subscription;
  return inTenant(db, { organizationId }, async (tx) => {
    const member = await lockMember(tx, organizationId, userId);
    const topics = member ? alertsOf(member.role, member.alerts) : [];
    if (!member || !topics.includes(topic)) return;
    const after = topics.filter((each) => each !== topic);
    await saveChosen(tx, organizationId, userId, after);
    await recordWork(tx, organizationId, {
      action: 'members.changeAlerts',
      actor: { kind: 'person', name: member.email, id: userId },
      before: { topics },
      after: { topics: after },
    });
  });
}
