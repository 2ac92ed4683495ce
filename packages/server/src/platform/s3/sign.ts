import { createHash, createHmac } from 'node:crypto';

/** Credentials and region. */
export interface S3Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

export interface S3Request {
  readonly method: string;
  readonly url: URL;
  /** In lower case; `host` is added. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hex. */
  readonly bodyHash: string;
  readonly now: Date;
}

/** SHA-256 of an empty body. */
export const NO_BODY = createHash('sha256').digest('hex');

/** All headers of a request with its AWS Signature Version 4 for S3. */
export function signed(request: S3Request, { accessKey, secretKey, region }: S3Credentials): Record<string, string> {
  const { method, url, bodyHash } = request;
  const time = request.now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(mac, Buffer.from(`AWS4${secretKey}`));
  const signature = mac(key, text).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { ...headers, authorization };
}

function mac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** RFC 3986's unreserved characters stay; all others are percent-encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}
