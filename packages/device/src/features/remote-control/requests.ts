import { REMOTE_CLIPBOARD_MAX, type RemoteRequest } from '@berth/contract/device/remote';

/** A viewer's request; undefined for what is none, whoever sends it. */
export function requestOf(bytes: Buffer): RemoteRequest | undefined {
  const value = parse(bytes);
  switch (value.type) {
    case 'read-clipboard':
      return { type: 'read-clipboard' };
    case 'write-clipboard': {
      const { text } = value;
      return typeof text === 'string' && text.length <= REMOTE_CLIPBOARD_MAX
        ? { type: 'write-clipboard', text }
        : undefined;
    }
    default:
      return undefined;
  }
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
