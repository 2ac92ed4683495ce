// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { pageToken } from './bridge.ts';

function page(head: string): Document {
  return new DOMParser().parseFromString(`<html><head>${head}</head></html>`, 'text/html');
}

test('the environment is center if the bridge served the page with its token, otherwise web', () => {
  expect(pageToken(page(''))).toBeUndefined();
  expect(pageToken(page('<meta name="berth-page-token" content="">'))).toBeUndefined();
  expect(pageToken(page('<meta name="berth-page-token" content="s3cret">'))).toBe('s3cret');
});
