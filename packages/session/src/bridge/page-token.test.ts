// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { firstReplies, pageToken } from './bridge.ts';

function page(head: string): Document {
  return new DOMParser().parseFromString(`<html><head>${head}</head></html>`, 'text/html');
}

test('the environment is center if the bridge served the page with its token, otherwise web', () => {
  expect(pageToken(page(''))).toBeUndefined();
  expect(pageToken(page('<meta name="berth-page-token" content="">'))).toBeUndefined();
  expect(pageToken(page('<meta name="berth-page-token" content="s3cret">'))).toBe('s3cret');
});

test('the first replies are those in the page, if there are any', () => {
  expect(firstReplies(page(''))).toEqual({});
  expect(
    firstReplies(page('<script type="application/json" id="berth-first-replies">{"list_sessions":[]}</script>')),
  ).toEqual({ list_sessions: [] });
});
