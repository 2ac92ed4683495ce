import type Type from 'typebox';
import { MIRROR_AUTO_ACCEPT_MIN } from '../limits.ts';
import { choice, flag, section, whole } from './schema.ts';

/**
 * Screen mirroring (spec chapter 3, thinhoc.mirror). smart accepts those already known in this session and, for
 * `timeout` minutes after one was accepted, anybody; everything else is asked about (chapter 4).
 */
export const ACCEPT_NEW_CONNECTIONS = ['always', 'never', 'smart'] as const;

export const Mirror = section({
  enabled_features: section({ native: flag(true), airplay: flag(false) }),
  /** Our addition: guests wait in a list until somebody at the machine lets them in, whatever the rule below says. */
  moderated: flag(false),
  accept_new_connections: choice(ACCEPT_NEW_CONNECTIONS, 'smart'),
  auto_accept_timeout: section({
    enabled: flag(true),
    timeout: whole({
      minimum: MIRROR_AUTO_ACCEPT_MIN.min,
      maximum: MIRROR_AUTO_ACCEPT_MIN.max,
      default: MIRROR_AUTO_ACCEPT_MIN.default,
    }),
  }),
});
export type Mirror = Type.Static<typeof Mirror>;
