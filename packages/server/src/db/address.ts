import type { DatabaseAddress } from './connection.ts';

/** The parts of a postgres:// address as libpq reads them; a Unix socket's folder stands in `?host=/folder&user=name`. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = new URL(text);
  const user = decodeURIComponent(url.username) || url.searchParams.get('user') || 'postgres';
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  return {
    host: url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost'),
    port: Number(url.port || 5432),
    user,
    password: decodeURIComponent(url.password) || url.searchParams.get('password') || '',
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    ssl: mode === 'disable' ? false : { rejectUnauthorized: mode.startsWith('verify') },
  };
}
