import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { EXCALIDRAW_GERMAN, withOwnGerman } from '../scripts/excalidraw-german.ts';

type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

const folder = join(dirname(fileURLToPath(import.meta.resolve('@excalidraw/excalidraw'))), 'locales');
const [file = ''] = readdirSync(folder).filter((name) => /^de-DE-\w+\.js$/.test(name));
const code = readFileSync(join(folder, file), 'utf8').replace(/^import\s*"[^"]+";/, '');
const load = async (source: string): Promise<Groups> =>
  (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;

/** Forms of "du", and commands to one person. */
const ADDRESS =
  /\b(?:du|dich|dir|dein\w*|kannst|möchtest|klicke|ziehe|lass|wähle|drücke|halte|versuche|verwende|teile)\b/i;
/** Of sharing by the library's own server, which the whiteboard does not have. */
const UNUSED = /collab/i;
const SHOWN = ['hints', 'alerts', 'toast', 'toolBar', 'clearCanvasDialog', 'stats', 'errorSplash', 'canvasError'];

it('addresses nobody with "du" in the drawing surface\'s German', async () => {
  const texts = await load(withOwnGerman(code));
  const rude = SHOWN.flatMap((group) =>
    Object.entries(texts[group] ?? {}).filter(([key, text]) => ADDRESS.test(text) && !UNUSED.test(key)),
  );
  expect(rude).toEqual([]);
  expect(texts.hints?.freeDraw).toBe('Klicken und ziehen, zum Beenden loslassen');
});

it('replaces only texts that the library has, with the same places in them', async () => {
  const texts = await load(code);
  const placesOf = (text = '') => text.match(/\{\{\w+\}\}|<\/?\w+>|CtrlOrCmd/g) ?? [];
  for (const [group, own] of Object.entries(EXCALIDRAW_GERMAN)) {
    for (const [key, text] of Object.entries(own)) {
      expect([key, placesOf(text)]).toEqual([key, placesOf(texts[group]?.[key])]);
    }
  }
});
