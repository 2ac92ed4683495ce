import { expect, test } from 'vitest';
import { codePage } from './run-code.ts';

test('the last line becomes the returned value', () => {
  expect(codePage('const a = 1;\na + 1;\n', 'nonce')).toContain('const a = 1;\nreturn (a + 1);');
});

test('code cannot close its script element, and runs only with the page’s nonce', () => {
  const page = codePage("'</script><img src=x onerror=alert(1)>'", 'secret');
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page.match(/<script nonce="secret">/g)).toHaveLength(2);
});
