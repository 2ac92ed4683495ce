import type { CommandHandler } from './handler.ts';

export const triggerUpdate: CommandHandler<'trigger-update'> = async (
  _payload,
  { system, writeLog, wantedVersion, setUpdating },
) => {
  writeLog('SERVICINGD_UPDATE_RUN', '');
  try {
    return await system.updates.install(setUpdating, { version: wantedVersion() });
  } finally {
    setUpdating(null);
  }
};
