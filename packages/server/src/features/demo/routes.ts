import { enterDemo, readDemo } from '@berth/contract/api/service';
import { DEMO_API_PATH, DEMO_EMAIL } from '@berth/contract/rules/service';
import { normalizeEmail } from '@berth/contract/rules/text';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { Demo } from './demo.ts';

/** The two calls that open the demo; without a demo, no address is its account. */
export function demoRoutes(demo: Demo | undefined, publicUrl: string): Route[] {
  const isDemo = (email: string) => demo !== undefined && normalizeEmail(email) === DEMO_EMAIL;
  const apiBase = `${publicUrl}${DEMO_API_PATH}`;
  return [
    route(readDemo, ({ query }) => {
      const known = isDemo(query.email);
      return { demo: known, apiBase: known ? apiBase : null };
    }),
    route(enterDemo, async ({ body }) => {
      if (!demo || !isDemo(body.email)) throw new ApiError('not-found', 'No demo is available for this email address.');
      const { accessToken, expiresAt } = await demo.enter();
      return { apiBase, accessToken, expiresAt: new Date(expiresAt).toISOString() };
    }),
  ];
}
