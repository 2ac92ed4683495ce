import type { FastifyInstance } from 'fastify';
import { openImages } from '../features/os/images.ts';
import { osRoutes } from '../features/os/routes.ts';
import { serveImages } from '../features/os/serve.ts';
import type { Route } from '../http/route.ts';
import type { Base } from './base.ts';
import type { MachineGateway } from './gateway.ts';

/** Versions of Berth OS: what the console shows of them, and their files for machines. */
export interface OsVersions {
  readonly routes: readonly Route[];
  serve(http: FastifyInstance): void;
}

/** Composes the versions of Berth OS from the operator's folder of images. */
export function createOsVersions({ config, logger }: Base, { presence }: MachineGateway): OsVersions {
  const images = openImages(config.osImages, logger);
  return { routes: osRoutes({ images, presence }), serve: (http) => serveImages(http, images) };
}
