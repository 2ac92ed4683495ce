import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../file-store.ts';
import { NO_BODY, type S3Credentials, signed } from './sign.ts';

export interface S3Settings extends S3Credentials {
  /** URL of the service; the bucket is in the path. */
  readonly endpoint: URL;
  readonly bucket: string;
}

interface Ask {
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly path: string; readonly bytes: number; readonly hash: string };
}

const TIMEOUT_MS = 60_000;

/**
 * Files in a bucket of any S3-compatible service. A file is first received into `folder`, because S3 requires its
 * length and hash in advance.
 */
export function createS3Store(settings: S3Settings, folder: string): FileStore {
  const ask = (method: string, { key = '', query = {}, body }: Ask = {}): Promise<IncomingMessage> => {
    const url = new URL(`${settings.endpoint.href.replace(/\/+$/, '')}/${settings.bucket}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = signed(
      {
        method,
        url,
        headers: body ? { 'content-length': String(body.bytes) } : {},
        bodyHash: body?.hash ?? NO_BODY,
        now: new Date(),
      },
      settings,
    );
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const asked = send(url, { method, headers, timeout: TIMEOUT_MS }, resolve);
    asked.once('timeout', () => asked.destroy(new Error('The file storage is not responding')));
    asked.once('error', reject);
    // Without a listener, Node reports nothing for 101 Switching Protocols.
    asked.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('The file storage answered 101'));
    });
    if (body) pipeline(createReadStream(body.path), asked).catch(reject);
    else asked.end();
    return promise;
  };

  return {
    async put(key, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${randomUUID()}.part`);
      try {
        const received = await receive(content, path);
        await done(await ask('PUT', { key, body: { path, ...received } }));
        return received.bytes;
      } finally {
        await rm(path, { force: true });
      }
    },
    async has(key) {
      const answer = await ask('HEAD', { key });
      answer.resume();
      if (answer.statusCode !== 404 && answer.statusCode !== 200) throw await failure(answer);
      return answer.statusCode === 200;
    },
    async read(key) {
      const answer = await ask('GET', { key });
      if (answer.statusCode === 200) return answer;
      if (answer.statusCode !== 404) throw await failure(answer);
      answer.resume();
      return undefined;
    },
    async delete(key) {
      await done(await ask('DELETE', { key }));
    },
    async forget(olderThanMs) {
      let next: string | undefined;
      do {
        const query = { 'list-type': '2', ...(next === undefined ? {} : { 'continuation-token': next }) };
        const list = await done(await ask('GET', { query }));
        for (const [, entry = ''] of list.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const changed = Date.parse(tag(entry, 'LastModified') ?? '');
          const key = tag(entry, 'Key');
          if (key !== undefined && changed < Date.now() - olderThanMs) await done(await ask('DELETE', { key }));
        }
        next = tag(list, 'NextContinuationToken');
      } while (next !== undefined);
    },
  };
}

async function receive(content: Readable, path: string): Promise<{ readonly bytes: number; readonly hash: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      bytes += chunk.length;
      next(null, chunk);
    },
  });
  await pipeline(content, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { bytes, hash: hash.digest('hex') };
}

async function done(answer: IncomingMessage): Promise<string> {
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299) throw await failure(answer);
  return text(answer);
}

/** The service's error message, which contains no credentials. */
async function failure(answer: IncomingMessage): Promise<Error> {
  const reason = tag(await text(answer), 'Code');
  return new Error(`The file storage answered ${answer.statusCode}${reason ? `, ${reason}` : ''}`);
}

/** Our keys and the service's texts contain no other escaped characters. */
function tag(xml: string, name: string): string | undefined {
  const value = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1];
  return value?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
