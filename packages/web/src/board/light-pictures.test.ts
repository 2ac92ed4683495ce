import { expect, test, vi } from 'vitest';
import { LightPictures } from './light-pictures.ts';
import type { Picture } from './pictures.ts';

const photo = (id: string): Picture => ({ id, mimeType: 'image/png', dataURL: 'data:image/png;base64,AAAA' });

test('an image that is small enough is sent unchanged, and reported as ready once', async () => {
  const onReady = vi.fn();
  const light = new LightPictures(onReady);
  const files = { a: { ...photo('a'), created: 1 }, b: photo('b') };
  expect(light.of(files).size).toBe(0);
  await vi.waitFor(() => expect(onReady).toHaveBeenCalledTimes(2), 60_000);
  expect([...light.of(files).values()]).toEqual([photo('a'), photo('b')]);
  await Promise.resolve();
  expect(onReady).toHaveBeenCalledTimes(2);
});
