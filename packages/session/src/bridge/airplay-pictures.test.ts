import { afterEach, expect, it, vi } from 'vitest';
import { watchPictures } from './airplay-pictures.ts';

afterEach(() => vi.unstubAllGlobals());

it('frames are complete, however the agent’s response is split into chunks', async () => {
  const pictures = ['first', 'the second one', ''];
  const bytes = pictures.flatMap((text) => [0, 0, 0, text.length, ...new TextEncoder().encode(text)]);
  for (const size of [1, 3, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      Uint8Array.from(bytes.slice(index * size, (index + 1) * size)),
    );
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    vi.stubGlobal('fetch', async () => new Response(body));
    const seen: string[] = [];
    const keep = async (jpeg: Blob) => void seen.push(await jpeg.text());
    await watchPictures('token', keep, new AbortController().signal);
    expect(seen).toEqual(pictures);
  }
});
