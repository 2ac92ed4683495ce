import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMessages } from '@berth/contract/texts/compile-messages';
import { act } from 'react';
import { onTestFinished, vi } from 'vitest';

const I18N = join(import.meta.dirname, '../../../contract/src/texts');

/** Replaces a browser storage by an empty one for one test. */
export function stubStorage(name: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const entries = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return entries;
}

/** Replaces `fetch`: returns an area's texts in a language, as the client's build creates them, and 404 otherwise. */
export async function answerTexts(path: string): Promise<Response> {
  const [, language, area] = /\/([a-z]{3})\/([a-z-]+)\.json$/i.exec(path) ?? [];
  if (!language || !area) return new Response('{}', { status: 404 });
  const messages: Record<string, string> = JSON.parse(await readFile(join(I18N, language, `${area}.json`), 'utf8'));
  return Response.json(compileMessages(messages, `${language}/${area}.json`));
}

/** Types a text into a field: sets its value past React's own setter, as a browser does. */
export async function typeText(field: HTMLInputElement | null | undefined, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}
