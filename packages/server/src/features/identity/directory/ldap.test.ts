import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { createDirectory, escapeFilterValue } from './ldap.ts';

describe('asking a directory', () => {
  it('escapes special characters of filters (RFC 4515, 4)', () => {
    expect(escapeFilterValue('Parens R Us (for all your parenthetical needs)')).toBe(
      'Parens R Us \\28for all your parenthetical needs\\29',
    );
    expect(escapeFilterValue('*')).toBe('\\2a');
    expect(escapeFilterValue('C:\\MyFile')).toBe('C:\\5cMyFile');
    expect(escapeFilterValue('\0\0\0\u0004')).toBe('\\00\\00\\00\u0004');
    expect(escapeFilterValue('Lučić')).toBe('Lučić');
  });

  it('sends no bind with an empty password, which would be anonymous (RFC 4513, 5.1.2)', async () => {
    // Nothing listens there: a request would be "unavailable".
    const settings = { url: 'ldap://127.0.0.1:1', startTls: false, base: '', filter: '(mail={email})' };
    const directory = createDirectory({ ...settings, idAttribute: 'x', reader: undefined }, createLogger('silent'));
    expect(await directory.check('ada@example.org', '')).toBeUndefined();
    await expect(directory.check('ada@example.org', 'x')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
