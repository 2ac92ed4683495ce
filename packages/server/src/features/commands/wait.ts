import type { CommandId } from '@berth/contract/ids';
import { COMMAND_FINISHED, type CommandFinished } from '../../gateway/topics.ts';
import type { Bus } from '../../platform/bus.ts';

/** Listens from now on, so that no end is missed between sending a command and asking for it. */
export interface CommandWait {
  /** True when the command has ended; false after `withinMs`. Ends the listening either way. */
  finished(id: CommandId, withinMs: number): Promise<boolean>;
}

export function waitForCommand(bus: Bus): CommandWait {
  const ended = new Set<CommandId>();
  let check: () => void = () => undefined;
  const unsubscribe = bus.subscribe(COMMAND_FINISHED, (message) => {
    ended.add((message as CommandFinished).commandId);
    check();
  });
  // A call that fails before it waits must not listen for ever.
  const forgotten = setTimeout(unsubscribe, 60_000).unref();

  return {
    finished: (id, withinMs) =>
      new Promise((resolve) => {
        const end = (result: boolean) => {
          clearTimeout(impatience);
          clearTimeout(forgotten);
          unsubscribe();
          resolve(result);
        };
        const impatience = setTimeout(() => end(false), withinMs);
        check = () => {
          if (ended.has(id)) end(true);
        };
        check();
      }),
  };
}
