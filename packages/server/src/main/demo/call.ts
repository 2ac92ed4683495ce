import { API_BASE_PATH, type Endpoint, type ReplyOf } from '@berth/contract/api/endpoint';
import type { Person } from '../../features/identity/tokens/issue.ts';

type Call = <const E extends Endpoint>(
  endpoint: E,
  person: Person,
  sent: { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown },
) => Promise<ReplyOf<E>>;

/** Calls a server's own API as a person. Rejects with what it answered. */
export function caller(server: string): Call {
  return async <const E extends Endpoint>(endpoint: E, person: Person, sent: Parameters<Call>[2]) => {
    const { params = {}, body } = sent;
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const reply = await fetch(server + API_BASE_PATH + path, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${endpoint.id} answered ${reply.status}: ${text.slice(0, 500)}`);
    // The reply's type is what the contract promises; the server's tests hold it to that.
    return (text === '' ? null : JSON.parse(text)) as ReplyOf<E>;
  };
}
