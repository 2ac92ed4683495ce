import Type from 'typebox';
import { EMAIL } from '../rules/text.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

const shared = {
  params: Nothing,
  path: '/demo',
  status: 200,
  authentication: 'public',
  permission: null,
  tenant: { kind: 'none' },
} as const;

const Email = Type.String(EMAIL);

export const readDemo = endpoint({
  ...shared,
  id: 'demo.read',
  method: 'GET',
  summary: 'Whether an address is that of the demo account, and where its calls go',
  query: closed({ email: Email }),
  body: Empty,
  reply: closed({
    demo: Type.Boolean(),
    /** Absolute; null for everybody else, and where there is no demo. */
    apiBase: Type.Union([Type.String(), Type.Null()]),
  }),
  errors: [],
  rate: 'read',
});

export const enterDemo = endpoint({
  ...shared,
  id: 'demo.enter',
  method: 'POST',
  summary: 'Enter the demo without a password: a token for its own API base. Starts it where nobody is in it yet',
  query: Nothing,
  body: closed({ email: Email }),
  reply: closed({
    apiBase: Type.String(),
    accessToken: Type.String(),
    /** When the demo begins anew: the token is worth nothing from then on. */
    expiresAt: Instant,
  }),
  errors: ['not-found'],
  rate: 'login',
  changes: false,
});
