import type { Variables } from './variables.ts';

/** A bucket for files that are too large for the database. */
export interface S3Config {
  readonly endpoint: URL;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const NEEDED = ['BERTH_S3_BUCKET', 'BERTH_S3_ACCESS_KEY', 'BERTH_S3_SECRET_KEY'] as const;

/** BERTH_S3_ENDPOINT and its companions; undefined: files lie in the data folder. */
export function readStorage(variables: Variables): S3Config | undefined {
  const endpoint = variables.url('BERTH_S3_ENDPOINT', ['https:', 'http:']);
  const bucket = variables.text('BERTH_S3_BUCKET');
  const region = variables.text('BERTH_S3_REGION') ?? 'us-east-1';
  const accessKey = variables.text('BERTH_S3_ACCESS_KEY');
  const secretKey = variables.text('BERTH_S3_SECRET_KEY');
  if (!endpoint) return undefined;
  for (const name of NEEDED) {
    if (variables.text(name) === undefined) variables.fault(name, 'set together with BERTH_S3_ENDPOINT');
  }
  return bucket && accessKey && secretKey ? { endpoint, bucket, region, accessKey, secretKey } : undefined;
}
