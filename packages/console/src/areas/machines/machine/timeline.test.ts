import { expect, it } from 'vitest';
import { timelineOf } from './timeline-panel.tsx';

const at = (hour: number) => Date.UTC(2026, 0, 1, hour);
const span = (since: number, until: number | null) => ({
  since: new Date(at(since)).toISOString(),
  until: until === null ? null : new Date(at(until)).toISOString(),
});

it('clips spans to the period, and counts interruptions and the online share', () => {
  const { pieces, share, interruptions } = timelineOf([span(0, 4), span(6, 8), span(10, null)], {
    from: at(2),
    to: at(12),
    registered: at(0),
  });
  expect(pieces).toEqual([
    { since: at(2), until: at(4) },
    { since: at(6), until: at(8) },
    { since: at(10), until: at(12) },
  ]);
  expect([share, interruptions]).toEqual([0.6, 2]);
});

it('of a machine that was never online is empty', () => {
  expect(timelineOf([span(0, 1)], { from: at(2), to: at(12), registered: at(0) })).toMatchObject({
    pieces: [],
    share: 0,
    interruptions: 0,
  });
});

it('of a new machine shows the whole period, and counts from its registration', () => {
  const timeline = timelineOf([span(11, null)], { from: at(0), to: at(12), registered: at(10) });
  expect(timeline).toMatchObject({ from: at(0), to: at(12), counted: at(10), share: 0.5 });
});
