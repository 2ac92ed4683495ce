import type { Endpoint } from '@berth/contract/api/endpoint';
import type { Input } from '../../http/input.ts';

/** What a call's address is about: the profile or machine that is its tenant, else the last thing that its path names. */
export function targetOf(
  { path, tenant }: Endpoint,
  { params, body }: Pick<Input, 'params' | 'body'>,
): { readonly kind: string; readonly id: string } | undefined {
  if (tenant.kind === 'profile' || tenant.kind === 'machine') return named(tenant.kind, params, tenant.param);
  const [last] = [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].reverse();
  const [, folder, param] = last ?? [];
  if (folder !== undefined && param !== undefined) return named(folder.replace(/s$/, ''), params, param);
  return tenant.kind === 'body' ? named('organization', body, tenant.field) : undefined;
}

function named(kind: string, from: unknown, name: string): { readonly kind: string; readonly id: string } | undefined {
  const id: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  return typeof id === 'string' || typeof id === 'number' ? { kind, id: String(id) } : undefined;
}
