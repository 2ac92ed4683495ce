import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@berth/contract/api/endpoint';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

export const MULTIPART = 'multipart/form-data';
/** Maximum size of a multipart body besides its file. */
export const FRAME_BYTES_MAX = 16 * 1024;

/** An incoming file. */
export interface UploadedFile {
  /** The last segment of its name. */
  readonly filename: string;
  /** Fails if the sender stops early or sends too much. */
  readonly content: Readable;
}

/** A call with a file. */
export interface Upload {
  /** The token of the Authorization header, for senders that are not people. */
  readonly bearer: string | undefined;
  /** Passes the file on and resolves with the result. Throws an ApiError if the body is not a file upload. */
  receive<T>(take: (file: UploadedFile) => Promise<T>): Promise<T>;
}

export function readUpload(allowed: NonNullable<Endpoint['upload']>, request: FastifyRequest): Upload {
  const { headers } = request;
  return {
    bearer: /^Bearer (\S{1,2048})$/i.exec(headers.authorization ?? '')?.[1],
    receive: (take) => receive(allowed, request, take),
  };
}

async function receive<T>(
  { field, maxBytes }: NonNullable<Endpoint['upload']>,
  { headers, raw }: FastifyRequest,
  take: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const type = headers['content-type'] ?? '';
  if (!type.toLowerCase().startsWith(MULTIPART)) {
    throw new ApiError('unsupported-media-type', `The body must be ${MULTIPART}.`);
  }
  const parser = parserOf(type, maxBytes);
  let file: Readable | undefined;
  let taken: Promise<T> | undefined;
  // Ends when the body is read or the file failed: a parser without a reader never ends.
  await new Promise<void>((resolve) => {
    parser.on('file', (name, content, filename) => {
      if (name !== field || file) {
        content.resume();
        return;
      }
      file = content;
      content.on('limit', () => content.destroy(tooLarge(maxBytes)));
      taken = take({ filename: filename ?? '', content });
      taken.catch(() => {
        raw.unpipe(parser);
        // Discards the rest, so that the sender reads the reply.
        raw.resume();
        resolve();
      });
    });
    pipeline(raw, parser).then(resolve, (error: unknown) => {
      file?.destroy(malformed(error));
      resolve();
    });
  });
  if (!taken) throw new ApiError('invalid-input', `The body must be ${MULTIPART} with a file named ${field}.`);
  return taken;
}

function parserOf(type: string, maxBytes: number): BusboyInstance {
  try {
    const limits = { files: 1, fields: 5, parts: 6, fieldSize: 1_024, fileSize: maxBytes, headerPairs: 20 };
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch (error) {
    throw malformed(error);
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('body-too-large', `The file exceeds the limit of ${maxBytes} bytes.`);
}

function malformed(cause: unknown): ApiError {
  const error = new ApiError('invalid-input', 'The body is not valid multipart/form-data (RFC 7578).');
  error.cause = cause;
  return error;
}
