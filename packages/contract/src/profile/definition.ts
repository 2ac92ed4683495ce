import type Type from 'typebox';
import { Apps } from './apps.ts';
import { Mirror, Sip } from './communication.ts';
import { Customization } from './home.ts';
import { Network } from './network.ts';
import { item, section, whole } from './schema.ts';
import { Screensaver } from './screensaver.ts';
import { Autostart, Kiosk, Sessions } from './sessions.ts';
import { Accessibility, Auth, Clock, Displays, OsUpdates, Remote, SystemCustomization } from './system.ts';

/**
 * The profile definition: all settings that machines share (spec chapter 3). `{}` is a valid definition, equal to
 * `defaultDefinition()`. The type is the complete one, with all defaults filled in.
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
    displays: Displays,
    updates: OsUpdates,
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
