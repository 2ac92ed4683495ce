import { createServer, type Server } from 'node:http';

/** A web page of the test. */
export interface Site {
  readonly url: string;
  readonly dispose: () => Promise<void>;
}

/** A web page for sessions, served by the test, so that nothing outside the machine is needed. */
export async function startSite(title: string, body = `<h1>${title}</h1>`): Promise<Site> {
  const page = Buffer.from(`<!doctype html><title>${title}</title>${body}`);
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    // Sent for HEAD requests too, as web servers do, so that connections stay open.
    response.setHeader('content-length', page.byteLength);
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
