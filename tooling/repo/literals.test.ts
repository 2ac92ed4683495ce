import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { untranslated } from './literals.ts';

const component = (jsx: string) => `export const X = ({ a, t }: Props) => (\n  ${jsx}\n);\n`;
const found = (jsx: string) => untranslated(createRepository({ 'packages/web/src/ui/x.tsx': component(jsx) }));

it.each([
  ['<p>Hello</p>', 'Hello'],
  ['<>Привет</>', 'Привет'],
  [`<p>{'Hello'}</p>`, 'Hello'],
  [`<p>{a ? 'On' : t('off')}</p>`, 'On'],
  [`<p>{a && 'On'}</p>`, 'On'],
  ['<p>{`$' + '{a} machines`}</p>', 'machines'],
  ['<Button title="Save" />', 'Save'],
  [`<img alt={'A book'} />`, 'A book'],
  ['<button aria-label="Close"><Icon /></button>', 'Close'],
  ['<Dialog closeLabel="Close" />', 'Close'],
])('reports the text in %s', (jsx, text) => {
  expect(found(jsx)).toEqual([`packages/web/src/ui/x.tsx:2: "${text}" belongs in the locale files`]);
});

it.each([
  `<p className="wide">{t('common.ok')} · 3 %</p>`,
  `<a href="/manage" title={t('common.ok')}>{a === 'on' ? <Icon name="on" /> : null}</a>`,
  '<p><kbd>Ctrl</kbd><code>npm start</code></p>',
])('accepts %s', (jsx) => expect(found(jsx)).toEqual([]));

it('finds no text in the components of this repository', () => expect(untranslated(repository)).toEqual([]));
