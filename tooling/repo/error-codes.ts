import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { sourcesOf } from './sources.ts';

const declaration = 'packages/contract/src/errors.ts';
const prefix = 'errors.code.';

/** Error codes without a text or never returned, and texts of removed codes. */
export function errorCodeFaults(root: string): string[] {
  const text = readFileSync(join(root, declaration), 'utf8');
  const codes = [...text.matchAll(/^ {2}'?([a-z-]+)'?: \d{3},$/gm)].map(([, code = '']) => code);
  return [...LANGUAGES.flatMap((language) => textFaults(root, language, codes)), ...deadCodes(root, codes)];
}

function textFaults(root: string, language: string, codes: readonly string[]): string[] {
  const file = `packages/contract/src/texts/${language}/errors.json`;
  const path = join(root, file);
  const texts = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
  const explained = Object.keys(texts)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
  return [
    ...codes.filter((code) => !explained.includes(code)).map((code) => `${file}: no text explains ${code}`),
    ...explained.filter((code) => !codes.includes(code)).map((code) => `${file}: no code needs ${prefix}${code}`),
  ];
}

/** Only server and device return errors; codes that only the contract declares or the client handles are dead. */
function deadCodes(root: string, codes: readonly string[]): string[] {
  const answering = sourcesOf(root, /\.ts$/)
    .filter(({ file }) => /^packages\/(?:server|device)\/src\//.test(file) && !/\.test\.ts$/.test(file))
    .map(({ text }) => text);
  return codes
    .filter((code) => !answering.some((text) => text.includes(`'${code}'`)))
    .map((code) => `${declaration}: nothing answers with ${code}`);
}
