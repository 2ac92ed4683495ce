import type { Caller } from './route.ts';

/** Turns an access token into its caller; throws the Problem 'unauthenticated' for a token that is not good. */
export type Authenticate = (token: string) => Promise<Caller>;
