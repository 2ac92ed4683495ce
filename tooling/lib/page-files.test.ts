import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesOfPage } from './page-files.mjs';

test("a page's files are those that it references, directly or indirectly", () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const texts = {
    'session.html': '<script src="/session-1.js">',
    'session-1.js': 'import("./board-2.js")',
    'board-2.js': 'load("board-3.css"); import("./session-1.js")',
    'board-3.css': 'src: url(font-4.woff2)',
    'font-4.woff2': 'console-5.js',
    'console-5.js': 'import("./session-1.js")',
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const kept = filesOfPage(folder, 'session.html', Object.keys(texts).slice(1));
  expect([...kept].sort()).toEqual(['board-2.js', 'board-3.css', 'font-4.woff2', 'session-1.js', 'session.html']);
});
