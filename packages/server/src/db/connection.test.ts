import { expect, it } from 'vitest';
import { parseDatabaseUrl } from './connection.ts';

it.each([
  [
    'postgres://berth:se%2Fcret@db.example:6432/cloud?sslmode=verify-full',
    {
      host: 'db.example',
      port: 6432,
      user: 'berth',
      password: 'se/cret',
      database: 'cloud',
      ssl: { rejectUnauthorized: true },
    },
  ],
  [
    'postgresql:///cloud?host=/run/postgresql&user=berth',
    { host: '/run/postgresql', port: 5432, user: 'berth', password: '', database: 'cloud', ssl: false },
  ],
  [
    'postgres://db.example?sslmode=require',
    {
      host: 'db.example',
      port: 5432,
      user: 'postgres',
      password: '',
      database: 'postgres',
      ssl: { rejectUnauthorized: false },
    },
  ],
])('reads %s', (url, parts) => {
  expect(parseDatabaseUrl(url)).toEqual(parts);
});
