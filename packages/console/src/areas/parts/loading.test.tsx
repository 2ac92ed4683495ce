// @vitest-environment happy-dom

import { ApiError } from '@berth/web/data/api-error.ts';
import { expect, it } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { LoadError } from './loading.tsx';

it.each([
  ['internal', 500, 1],
  // The answer would be the same.
  ['forbidden', 403, 0],
] as const)('after %s, another attempt is offered only if it can help', async (code, status, buttons) => {
  const error = new ApiError({ status, code, message: '' });
  const page = await showConsolePart(<LoadError error={error} retry={() => {}} />);
  expect(page.textContent).toContain('errors.load.title');
  expect(page.querySelectorAll('button')).toHaveLength(buttons);
});
