import type { Clock } from '../ports/clock.ts';
import { processZone } from '../process-zone.ts';
import { BusService } from './dbus.ts';

const NAME = 'org.freedesktop.timedate1';
const PATH = '/org/freedesktop/timedate1';

/** The computer's clock, through systemd's timedated (what timedatectl asks). */
export function linuxClock(): Clock {
  return {
    zone: processZone,
    setZone: async (zone) => {
      const service = await BusService.connect(NAME);
      try {
        // Nobody is asked for a password: the agent is root.
        await service.call(PATH, NAME, 'SetTimezone', 'sb', [zone, false]);
      } finally {
        service.close();
      }
      // Node looks at the computer's zone once, when it starts.
      process.env.TZ = zone;
    },
  };
}
