import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signed } from '../platform/s3/sign.ts';

/** The used subset of S3 in memory: checks the signature and the body's hash, and lists two objects per page. */
export interface S3Stub {
  readonly settings: {
    readonly endpoint: URL;
    readonly bucket: string;
    readonly region: string;
    readonly accessKey: string;
    readonly secretKey: string;
  };
  readonly objects: Map<string, { readonly content: Buffer; readonly changed: Date }>;
  stop(): Promise<void>;
}

const PAGE = 2;

export async function startS3(): Promise<S3Stub> {
  const objects: S3Stub['objects'] = new Map();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const content = await buffer(request);
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const { headers, method = '' } = request;
    const time = String(headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z');
    const bodyHash = String(headers['x-amz-content-sha256']);
    const length = headers['content-length'];
    const extra: Record<string, string> = method === 'PUT' && length ? { 'content-length': length } : {};
    const expected = signed({ method, url, headers: extra, bodyHash, now: new Date(time) }, settings);
    if (headers.authorization !== expected.authorization) return refuse(403, 'SignatureDoesNotMatch');
    if (createHash('sha256').update(content).digest('hex') !== bodyHash)
      return refuse(400, 'XAmzContentSHA256Mismatch');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== settings.bucket) return refuse(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') {
      const start = Number(url.searchParams.get('continuation-token') ?? 0);
      const page = [...objects].slice(start, start + PAGE);
      const entries = page.map(
        ([name, { changed }]) =>
          `<Contents><Key>${name}</Key><LastModified>${changed.toISOString()}</LastModified></Contents>`,
      );
      const next = start + PAGE < objects.size ? `<NextContinuationToken>${start + PAGE}</NextContinuationToken>` : '';
      return response.end(`<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`);
    }
    if (method === 'PUT') objects.set(key, { content, changed: new Date() });
    if (method === 'DELETE') objects.delete(key);
    const found = objects.get(key);
    if (method === 'DELETE') return response.writeHead(204).end();
    if (!found) return refuse(404, 'NoSuchKey');
    return response.end(method === 'GET' ? found.content : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = {
    endpoint: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    bucket: 'berth',
    region: 'eu-central-1',
    accessKey: 'key',
    secretKey: 'secret',
  };
  return {
    settings,
    objects,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
