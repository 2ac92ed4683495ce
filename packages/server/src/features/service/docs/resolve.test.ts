import { expect, test } from 'vitest';
import { DOCS_START } from './page.ts';
import { resolveSubtree } from './resolve.ts';

const document = {
  paths: { '/machines': { get: { 200: { $ref: '#/components/responses/list~1machines' } } } },
  components: {
    responses: { 'list/machines': { schema: { type: 'array', items: { $ref: '#/components/schemas/Machine' } } } },
    schemas: { Machine: { type: 'object', properties: { twin: { $ref: '#/components/schemas/Machine' } } } },
  },
};

test("a part of the API's document is shown with what it refers to, a schema within itself by its name", async () => {
  const { spec } = await resolveSubtree(document, ['paths', '/machines', 'get']);
  const machine = { type: 'object', properties: { twin: { $ref: '#/components/schemas/Machine' } } };
  expect(spec).toEqual({ 200: { schema: { type: 'array', items: machine } } });
});

test('what is not in the document is nothing, as the viewer asks for it too', async () => {
  expect(await resolveSubtree(document, ['components', 'securitySchemes'])).toEqual({ spec: undefined, errors: [] });
});

test('the viewer starts with it', () => {
  const started: { plugins: (() => { fn: object })[] }[] = [];
  new Function('SwaggerUIBundle', DOCS_START)((options: (typeof started)[number]) => started.push(options));
  expect(started[0]?.plugins.map((plugin) => Object.keys(plugin().fn))).toEqual([['resolveSubtree']]);
});
