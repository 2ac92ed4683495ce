import { startSimulationDatabase } from '@berth/server/testing/simulation/database';
import { simulationLogger } from '@berth/server/testing/simulation/node';
import { type World as Globals, replaceGlobals } from './globals.ts';
import { install } from './installation.ts';
import { PLANTED, type PlantedName } from './planted.ts';
import { type Run, runSeed } from './run.ts';

/** Runs seeds, one after the other. */
export interface Simulation {
  run(seed: number, planted?: PlantedName): Promise<Run>;
  stop(): Promise<void>;
}

/** Starts the database and installs what every run starts from. Once in a process, whose globals it replaces. */
export async function startSimulation(): Promise<Simulation> {
  let globals: Globals | undefined;
  replaceGlobals(() => globals);
  const setGlobals = (next: Globals) => {
    globals = next;
  };
  const database = await startSimulationDatabase();
  try {
    const installation = await install(
      database,
      simulationLogger(() => undefined),
      setGlobals,
    );
    return {
      run: (seed, planted) => {
        const plant = planted && PLANTED[planted];
        return runSeed(seed, { database, installation, setGlobals, plant, loggerTo: simulationLogger });
      },
      stop: () => database.stop(),
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
