import { describe, expect, it } from 'vitest';
import { Coalesced, coalesce, sharing } from './coalesce.ts';

/** Work that ends when told, and the names of the calls that began. */
function createWork() {
  const began: string[] = [];
  const ends: PromiseWithResolvers<string>[] = [];
  const work = (name: string) => {
    began.push(name);
    const end = Promise.withResolvers<string>();
    ends.push(end);
    return end.promise;
  };
  return { began, ends, work };
}

const turns = () => new Promise((done) => setImmediate(done));

describe('one run at a time', () => {
  it('gives every caller a run that began after its call; calls during a run share the next one', async () => {
    const { began, ends, work } = createWork();
    const runs = new Coalesced<string>();
    expect(runs.isIdle).toBe(true);
    const first = runs.run(() => work('first'));
    expect(runs.isIdle).toBe(false);
    const others = [runs.run(() => work('second')), runs.run(() => work('third'))];
    await turns();
    expect(began).toEqual(['first']);
    ends[0]?.resolve('one');
    expect(await first).toBe('one');
    await turns();
    expect(began).toEqual(['first', 'second']);
    expect(runs.isIdle).toBe(false);
    const last = runs.run(() => work('fourth'));
    ends[1]?.resolve('two');
    expect(await Promise.all(others)).toEqual(['two', 'two']);
    await turns();
    expect(began).toEqual(['first', 'second', 'fourth']);
    ends[2]?.resolve('three');
    expect(await last).toBe('three');
    await turns();
    expect(runs.isIdle).toBe(true);
    void runs.run(() => work('fifth'));
    expect(began.at(-1)).toBe('fifth');
  });

  it('lets a call join the next run that comes between the end of one and the start of the next', async () => {
    const { began, ends, work } = createWork();
    const runs = new Coalesced<string>();
    const first = runs.run(() => work('first'));
    const between = first.then(() => runs.run(() => work('between')));
    const second = runs.run(() => work('second'));
    ends[0]?.resolve('one');
    await turns();
    expect(began).toEqual(['first', 'second']);
    ends[1]?.resolve('two');
    expect([await second, await between]).toEqual(['two', 'two']);
    expect(began).toHaveLength(2);
  });

  it('goes on after a run that fails', async () => {
    const { began, ends, work } = createWork();
    const runs = new Coalesced<string>();
    const first = runs.run(() => work('first'));
    const second = runs.run(() => work('second'));
    ends[0]?.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turns();
    ends[1]?.resolve('two');
    expect(await second).toBe('two');
    expect(began).toEqual(['first', 'second']);
    await turns();
    expect(runs.isIdle).toBe(true);
  });
});

it('lets runs of different names go on at once, and keeps none after its end', async () => {
  const { began, ends, work } = createWork();
  const load = coalesce(
    (key: { name: string }) => key.name,
    ({ name }) => work(name),
  );
  const [a, again, b] = [load({ name: 'a' }), load({ name: 'a' }), load({ name: 'b' })];
  expect(began).toEqual(['a', 'b']);
  ends[0]?.resolve('one');
  ends[1]?.resolve('other');
  expect([await a, await b]).toEqual(['one', 'other']);
  await turns();
  expect(began).toEqual(['a', 'b', 'a']);
  ends[2]?.resolve('two');
  expect(await again).toBe('two');
  await turns();
  void load({ name: 'a' });
  expect(began).toEqual(['a', 'b', 'a', 'a']);
});

it('returns one object for equal values, of the last thousand different ones at least', () => {
  const share = sharing<{ n: number }>();
  const first = { n: 0 };
  expect(share(first)).toBe(first);
  expect(share({ n: 0 })).toBe(first);
  for (let n = 1; n < 1_000; n += 1) share({ n });
  expect(share({ n: 0 })).toBe(first);
  share({ n: 1_000 });
  expect(share({ n: 0 })).not.toBe(first);
});
