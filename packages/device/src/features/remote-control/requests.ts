import {
  REMOTE_CLIPBOARD_MAX,
  REMOTE_FILE_MAX,
  REMOTE_PATH_MAX,
  type RemoteRequest,
} from '@berth/contract/device/remote';

/** Maximum number of columns and rows. */
const TERMINAL_MAX = 1_000;

/** Parses a viewer's request; undefined if it is not one. */
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
    case 'open-terminal':
    case 'resize-terminal': {
      const { type, columns, rows } = value;
      return isWithin(columns, 1, TERMINAL_MAX) && isWithin(rows, 1, TERMINAL_MAX)
        ? { type, columns, rows }
        : undefined;
    }
    case 'close-terminal':
      return { type: 'close-terminal' };
    case 'put': {
      const { path, size } = value;
      return isPath(path) && isWithin(size, 0, REMOTE_FILE_MAX) ? { type: 'put', path, size } : undefined;
    }
    case 'get': {
      const { path } = value;
      return isPath(path) ? { type: 'get', path } : undefined;
    }
    default:
      return undefined;
  }
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= REMOTE_PATH_MAX && !value.includes('\0');
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
