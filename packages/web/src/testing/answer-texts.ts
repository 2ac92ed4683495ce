import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMessages } from '../i18n/compile-messages.ts';

const I18N = join(import.meta.dirname, '../i18n');

/** In the place of `fetch`: the texts of an area in a language, as the client's build makes them; 404 for all else. */
export async function answerTexts(path: string): Promise<Response> {
  const [, language, area] = /\/([a-z]{3})\/([a-z-]+)\.json$/i.exec(path) ?? [];
  if (!language || !area) return new Response('{}', { status: 404 });
  const messages: Record<string, string> = JSON.parse(await readFile(join(I18N, language, `${area}.json`), 'utf8'));
  return Response.json(compileMessages(messages, `${language}/${area}.json`));
}
