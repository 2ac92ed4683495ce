import { fileURLToPath } from 'node:url';
import { systemEnvironment } from '../config/variables.ts';
import { createDemo, type Demo } from '../features/demo/demo.ts';
import { demoLauncher } from '../features/demo/launch.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';

const PROGRAM = fileURLToPath(new URL('../main/demo.ts', import.meta.url));

/** The demo of this installation: it starts with its first visitor. */
export function createOwnDemo(clock: Clock, logger: Logger): Demo {
  return createDemo({
    launch: demoLauncher({ program: PROGRAM, environment: systemEnvironment(), logger }),
    clock,
    logger,
  });
}
