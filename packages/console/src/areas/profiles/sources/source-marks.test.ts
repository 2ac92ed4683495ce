import type { ProfileField } from '@berth/contract/api/impact';
import type { LayerId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import { layersAt } from './source-marks.tsx';

it('of a field are the layers that set it, and those that lock or switch off what it is in', () => {
  const layer = (name: string, more: Partial<ProfileField['layers'][number]> = {}) => ({
    id: name as LayerId,
    name,
    scope: 'organization' as const,
    tag: null,
    kind: 'value' as const,
    locks: false,
    machines: 1,
    ...more,
  });
  const fields: ProfileField[] = [
    { path: '/thinhoc/sessions/webapp/mail/url', layers: [layer('Url')] },
    {
      path: '/thinhoc/sessions/webapp/mail',
      layers: [layer('Off', { kind: 'off' }), layer('Entry', { kind: 'entry' })],
    },
    { path: '/thinhoc', layers: [layer('Lock', { kind: null, locks: true }), layer('Url', { locks: true })] },
  ];
  const names = (path: string) => layersAt(fields, path).map(({ name }) => name);
  expect(names('/thinhoc/sessions/webapp/mail/url')).toEqual(['Off', 'Lock', 'Url']);
  expect(names('/thinhoc/kiosk')).toEqual(['Lock', 'Url']);
  expect(names('/system')).toEqual([]);
});
