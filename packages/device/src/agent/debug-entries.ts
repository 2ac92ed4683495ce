import type { Log } from '../system/log.ts';

/** The agent's log, whose warnings are entries of type DEBUG in the log that administrators read as well. */
export function withDebugEntries(log: Log, add: (message: string) => void): Log {
  const warn = (fields: object, ...rest: unknown[]): void => {
    Reflect.apply(log.warn, log, [fields, ...rest]);
    add([...rest, ...(Object.keys(fields).length > 0 ? [JSON.stringify(fields)] : [])].join(' '));
  };
  return { debug: log.debug.bind(log), info: log.info.bind(log), warn, error: log.error.bind(log) };
}
