import Fastify from 'fastify';

// A minimal baseline: a route that returns given bytes, and one that returns 304.
const fastify = Fastify();
const replies = new Map<string, Buffer>();
fastify.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
fastify.put<{ Params: { name: string }; Body: Buffer }>('/:name', { bodyLimit: 64 * 1024 * 1024 }, (request, reply) => {
  replies.set(request.params.name, request.body);
  return reply.code(204).send();
});
fastify.route<{ Params: { name: string } }>({
  method: ['GET', 'PATCH'],
  url: '/:name',
  handler: (request, reply) => {
    if (request.headers['if-none-match'] !== undefined) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(replies.get(request.params.name));
  },
});
const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${new URL(url).port}`);
