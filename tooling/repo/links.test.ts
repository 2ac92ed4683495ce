import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { brokenLinks } from './links.ts';

it('reports links to missing files and headings', () => {
  const root = createRepository({
    'README.md': '# Top\n[a](docs/a.md#the-way-in) [b](docs/b.md)\n![c](docs/c.png "C") [web](https://example.org/x)\n',
    'docs/a.md': '## The way, in\n[up](../README.md#top) [here](#nowhere)\n\n```\n[no](link.md)\n```\n[d](a.md#gone)\n',
  });
  expect(brokenLinks(root)).toEqual([
    'README.md:2: docs/b.md: no such file',
    'README.md:3: docs/c.png: no such file',
    'docs/a.md:2: #nowhere: no such heading',
    'docs/a.md:7: a.md#gone: no such heading',
  ]);
});

it('finds no broken link in this repository', () => expect(brokenLinks(repository)).toEqual([]));
