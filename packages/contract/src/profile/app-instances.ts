import Type from 'typebox';
import { choice, flag, item, map, section } from './schema.ts';
import { host, line, name } from './texts.ts';

/** Settings that fill the placeholders in an app's URLs: `{{SERVER_NAME}}` becomes the value of SERVER_NAME. */

/** A public video conference host that requires no account (the spec does not name one). */
export const VIDEO_CONFERENCE_HOST = 'meet.jit.si';

const protocol = () => choice(['http', 'https'], 'https');

/** Spec chapters 3 and 5: PROTOCOL and SERVER_NAME are required. ROOM is a path below the server. */
export function meetingSettings(defaults: { serverName: string; room: string }) {
  return section(
    {
      PROTOCOL: protocol(),
      SERVER_NAME: host({ default: defaults.serverName }),
      ROOM: line(256, { default: defaults.room, perMachine: 'text' }),
    },
    { required: ['PROTOCOL', 'SERVER_NAME'] },
  );
}

/** Settings of a self-hosted app, whose server has no default. */
export const OwnServerSettings = item({ PROTOCOL: protocol(), SERVER_NAME: host() }, { required: ['PROTOCOL'] });

export const VideoConferenceSettings = meetingSettings({ serverName: VIDEO_CONFERENCE_HOST, room: '' });
export const JoinMeetingSettings = meetingSettings({ serverName: 'app.zoom.us', room: 'wc/join' });

/** Maximum number of further instances of an app. */
const FURTHER_MAX = 15;

/**
 * An app's instance in a profile; `settings` are those of the app. A disabled instance keeps its settings. Its tile has
 * the app's name unless it has its own. `further` are instances of the same app with other settings: another room or
 * server.
 */
function instanceOf<Settings extends Type.TSchema>(settings: Settings) {
  return item({
    enabled: flag(true),
    name: Type.Optional(line(128, { perMachine: 'text' })),
    settings,
    further: Type.Optional(
      Type.Array(item({ name: name(128, { perMachine: 'text' }), settings }), { maxItems: FURTHER_MAX }),
    ),
  });
}

export const AppInstance = instanceOf(
  map(line(2048, { perMachine: 'text' }), { keys: 'setting-key', maxProperties: 32 }),
);
export type AppInstance = Type.Static<typeof AppInstance>;

/** Instances whose settings have rules; other apps' settings are texts by name. */
export const KNOWN_INSTANCES: Readonly<Record<string, Type.TSchema>> = {
  'thinhoc::video-conference': instanceOf(VideoConferenceSettings),
  'thinhoc::join-meeting': instanceOf(JoinMeetingSettings),
  'thinhoc::nextcloud': instanceOf(OwnServerSettings),
};
