import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OS_BLOCKS_ENDING, OS_MANIFEST_FILE } from '@berth/contract/rules/os-versions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.ts';
import { type OsImages, selectImage } from './images.ts';

interface Address {
  Params: { readonly channel: string; readonly architecture: string; readonly version?: string; readonly name: string };
}

/**
 * Serves versions of Berth OS to machines: the newest of a channel at /os/{channel}/{architecture}/, each at its version
 * below that. Public: machines trust a manifest's signatures and not this server. Only files that a manifest names,
 * and their lists of blocks, are opened, so no path leads out of the folder.
 */
export function serveImages(http: FastifyInstance, images: OsImages): void {
  const answer = async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const { name, ...selection } = request.params;
    const image = selectImage(await images.list(), selection);
    if (!image) throw new ApiError('not-found', 'No such version.');
    const none = new ApiError('not-found', 'No such file in this version.');
    const listed = name.endsWith(OS_BLOCKS_ENDING) ? name.slice(0, -OS_BLOCKS_ENDING.length) : name;
    const file = image.manifest.files.find((each) => each.name === listed);
    if (name === OS_MANIFEST_FILE || (file && listed !== name)) {
      const path = join(image.folder, name);
      const size = (await stat(path).catch(() => null))?.size;
      if (size === undefined) throw none;
      return send(request, reply, { path, bytes: size, etag: null });
    }
    if (!file) throw none;
    return send(request, reply, { path: join(image.folder, name), bytes: file.bytes, etag: file.sha256 });
  };
  http.get<Address>('/os/:channel/:architecture/:name', answer);
  http.get<Address>('/os/:channel/:architecture/:version/:name', answer);
}

interface SentFile {
  readonly path: string;
  readonly bytes: number;
  /** Null: the file may change. */
  readonly etag: string | null;
}

/** Sends a file, or the part that Range asks for (RFC 9110, 14). */
function send({ headers }: FastifyRequest, reply: FastifyReply, { path, bytes, etag }: SentFile): FastifyReply {
  reply.type(etag === null ? 'application/json; charset=utf-8' : 'application/octet-stream');
  reply.header('accept-ranges', 'bytes');
  reply.header('cache-control', etag === null ? 'no-cache' : 'public, max-age=31536000, immutable');
  if (etag !== null) reply.header('etag', `"${etag}"`);
  const isSame = headers['if-range'] === undefined || headers['if-range'] === `"${etag}"`;
  const part = isSame ? partOf(headers.range, bytes) : null;
  if (part === null) return reply.header('content-length', bytes).send(createReadStream(path));
  if (part.from >= bytes) return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${part.from}-${part.to}/${bytes}`)
    .header('content-length', part.to - part.from + 1)
    .send(createReadStream(path, { start: part.from, end: part.to }));
}

/** The one part that is asked for; null: the whole file, also for several parts. */
function partOf(range: string | undefined, bytes: number): { readonly from: number; readonly to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return { from: Math.max(0, bytes - Number(last)), to: bytes - 1 };
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return Number(first) > to && Number(first) < bytes ? null : { from: Number(first), to };
}
