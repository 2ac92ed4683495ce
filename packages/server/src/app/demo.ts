import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { systemEnvironment } from '../config/variables.ts';
import { createDemo, demoRoutes } from '../features/demo/demo.ts';
import { forwardToDemo } from '../features/demo/forward.ts';
import { demoLauncher } from '../features/demo/launch.ts';
import type { Route } from '../http/route.ts';
import type { Base } from './base.ts';

const PROGRAM = fileURLToPath(new URL('../main/demo.ts', import.meta.url));

export interface DemoAccess {
  readonly routes: readonly Route[];
  /** Forwards calls to the running demo. */
  serve(http: FastifyInstance): void;
}

/** The demo of this installation, if it offers one: it starts with its first visitor. */
export function createDemoAccess({ config, clock, logger, limiter, publicUrl, stops }: Base): DemoAccess {
  if (!config.demo) return { routes: demoRoutes(undefined, publicUrl), serve: () => undefined };
  const launch = demoLauncher({ program: PROGRAM, environment: systemEnvironment(), logger });
  const demo = stops.use(createDemo({ launch, clock, logger }));
  return {
    routes: demoRoutes(demo, publicUrl),
    serve: (http) => forwardToDemo(http, { demo, limiter }),
  };
}
