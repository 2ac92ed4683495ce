import type { GatewayPorts } from './ports.ts';

/** Of the twelve connections that people's calls and machines share, so many are the machines' at most. */
const AT_ONCE = 8;

/**
 * The same ports, of which a few calls run at a time while the others wait for their turn. A fleet that comes back, or is
 * given one command, asks for thousands at once: left to the database's pool they would time out there, and people's
 * calls behind them.
 */
export function inTurns(ports: GatewayPorts): GatewayPorts {
  const turn = takeTurns(AT_ONCE);
  return {
    ...ports,
    homeOf: (machineId) => turn(() => ports.homeOf(machineId)),
    loadHead: (machine) => turn(() => ports.loadHead(machine)),
    claimCommands: (machine, connectedAt) => turn(() => ports.claimCommands(machine, connectedAt)),
    acceptCommand: (machine, commandId) => turn(() => ports.acceptCommand(machine, commandId)),
    finishCommand: (machine, commandId, result) => turn(() => ports.finishCommand(machine, commandId, result)),
    saveLogs: (machine, lines) => turn(() => ports.saveLogs(machine, lines)),
  };
}

/** Runs work, at most so many pieces at a time and in the order in which they came. */
export function takeTurns(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one takes this place.
      if (next) next();
      else running -= 1;
    }
  };
}
