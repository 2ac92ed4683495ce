import type { Profile, ProfileSummary } from '@berth/contract/api/profiles';
import { expect, it, vi } from 'vitest';
import { replyBytes } from '../../http/reply.ts';
import { createSharedReplies } from './read-profiles.ts';

const summary = (id: string, revision = 1) => ({ id, revision }) as unknown as ProfileSummary;
const profile = (id: string, revision = 1) => ({ id, revision, definition: {} }) as unknown as Profile;

it('loads a profile once for all machines and returns the same bytes', async () => {
  const shared = createSharedReplies();
  const load = vi.fn(async () => profile('a'));
  const replies = await Promise.all(Array.from({ length: 100 }, () => shared(summary('a'), load)));
  expect(load).toHaveBeenCalledTimes(1);
  expect(new Set(replies.map(replyBytes)).size).toBe(1);
  expect(String(replyBytes(replies[0]))).toBe(JSON.stringify(profile('a')));
});

it('loads it again when it changed', async () => {
  const shared = createSharedReplies();
  await shared(summary('a'), async () => profile('a'));
  const changed = await shared(summary('a', 2), async () => profile('a', 2));
  expect(String(replyBytes(changed))).toBe(JSON.stringify(profile('a', 2)));
});

it('does not cache failures: each waiting caller retries', async () => {
  const shared = createSharedReplies();
  const failing = shared(summary('a'), () => Promise.reject(new Error('gone')));
  const waiting = shared(summary('a'), async () => profile('a'));
  await expect(failing).rejects.toThrow('gone');
  expect(String(replyBytes(await waiting))).toBe(JSON.stringify(profile('a')));
});

it('caches a limited number', async () => {
  const shared = createSharedReplies();
  const load = vi.fn(async () => profile('a'));
  await shared(summary('a'), load);
  for (const id of ['b', 'c', 'd']) await shared(summary(id), async () => profile(id));
  await shared(summary('a'), load);
  expect(load).toHaveBeenCalledTimes(2);
});
