import Type from 'typebox';
import { EMAIL } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable } from './parts.ts';

const Email = Type.String(EMAIL);

export const readDemo = endpoint('GET /demo', {
  id: 'demo.read',
  summary: 'Whether an address is that of the demo account, and where its calls go',
  authentication: 'public',
  query: closed({ email: Email }),
  reply: closed({
    demo: Type.Boolean(),
    /** Absolute; null for everybody else, and where there is no demo. */
    apiBase: nullable(Type.String()),
  }),
});

export const enterDemo = endpoint('POST /demo', {
  id: 'demo.enter',
  summary: 'Enter the demo without a password: a token for its own API base. Starts it where nobody is in it yet',
  changes: false,
  authentication: 'public',
  rate: 'login',
  body: closed({ email: Email }),
  reply: closed({
    apiBase: Type.String(),
    accessToken: Type.String(),
    /** When the demo begins anew: the token is worth nothing from then on. */
    expiresAt: Instant,
  }),
  errors: ['not-found'],
});
