import { expect, it } from 'vitest';
import { refusedParts } from './difference-panel.tsx';

it('names each part that a machine refuses, and keeps what it says of the whole', () => {
  const messages = [
    '/thinhoc/sip must be object; /system/remote/consent must be one of ask, inform',
    'The tunnel is down.',
  ];
  expect(refusedParts(messages)).toEqual([
    { pointer: '/thinhoc/sip', reason: 'must be object' },
    { pointer: '/system/remote/consent', reason: 'must be one of ask, inform' },
    { reason: 'The tunnel is down.' },
  ]);
});
