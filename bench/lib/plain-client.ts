import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Calls of the API over connections that stay open, with as little work in this process as possible. */
export interface PlainClient {
  /** POSTs JSON and returns the parsed reply; throws if the server refuses. */
  post<Reply>(path: string, body: object): Promise<Reply>;
  close(): void;
}

export function plainClient(url: string, token: string): PlainClient {
  const agent = new Agent({ keepAlive: true });
  return {
    post: async (path, body) => {
      const sent = JSON.stringify(body);
      const { status, reply } = await new Promise<{ status: number | undefined; reply: string }>((resolve, reject) => {
        const call = request(`${url}/api${path}`, {
          agent,
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(sent),
          },
        });
        call.on('error', reject).on('response', (response) => {
          text(response).then((reply) => resolve({ status: response.statusCode, reply }), reject);
        });
        call.end(sent);
      });
      if (status === undefined || status >= 300) throw new Error(`POST ${path} answered ${status}: ${reply}`);
      return JSON.parse(reply);
    },
    close: () => agent.destroy(),
  };
}
