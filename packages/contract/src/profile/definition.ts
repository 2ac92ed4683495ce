import type Type from 'typebox';
import { Accessibility } from './accessibility.ts';
import { Apps } from './apps.ts';
import { Auth } from './auth.ts';
import { Autostart } from './autostart.ts';
import { Clock } from './clock.ts';
import { Customization } from './customization.ts';
import { Kiosk } from './kiosk.ts';
import { Mirror } from './mirror.ts';
import { Network } from './network.ts';
import { Remote } from './remote.ts';
import { item, section, whole } from './schema.ts';
import { Screensaver } from './screensaver.ts';
import { Sessions } from './sessions.ts';
import { Sip } from './sip.ts';
import { SystemCustomization } from './system-customization.ts';

/**
 * The profile definition: everything an administrator sets for many machines at once (spec chapter 3). `{}` is a valid
 * definition; `defaultDefinition()` says what it means. The type is the complete one, with all defaults filled in.
 */
export const ProfileDefinition = item({
  version: whole({ minimum: 1, maximum: 1_000_000, default: 1 }),
  system: section({
    auth: Auth,
    network: Network,
    customization: SystemCustomization,
    accessibility: Accessibility,
    remote: Remote,
    clock: Clock,
  }),
  thinhoc: section({
    apps: Apps,
    autostart: Autostart,
    kiosk: Kiosk,
    sessions: Sessions,
    sip: Sip,
    mirror: Mirror,
    customization: Customization,
    screensaver: Screensaver,
  }),
});
export type ProfileDefinition = Type.Static<typeof ProfileDefinition>;
