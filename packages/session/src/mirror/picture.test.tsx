// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Picture } from './picture.tsx';

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const show = (stream: MediaStream | null) =>
  act(() => root.render(<Picture stream={stream} muted={false} label="Ann" className="video" />));
const videos = () => [...place.querySelectorAll('video')];
const seen = () => videos().filter(({ className }) => className === 'video');
const loaded = (stream: MediaStream) =>
  act(() => {
    const video = videos().find(({ srcObject }) => srcObject === stream);
    video?.dispatchEvent(new Event('loadeddata'));
  });
/** A stream that is sent again keeps its ID. */
const picture = () => Object.defineProperty(new MediaStream(), 'id', { value: 'screen' });

test('the previous stream stays until the first frame of the next one', () => {
  const [first, second, third] = [picture(), picture(), picture()];
  show(first);
  const [before] = seen();
  loaded(first);
  show(second);
  show(third);
  expect(seen()).toEqual([before]);
  expect(before?.srcObject).toBe(first);
  expect(videos()).toHaveLength(2);
  loaded(third);
  expect(videos()).toEqual(seen());
  expect(seen().map(({ srcObject }) => srcObject)).toEqual([third]);
});

test('an ended stream is not shown before the next', () => {
  const [first, second] = [picture(), picture()];
  show(first);
  loaded(first);
  show(null);
  show(second);
  expect(seen().map(({ srcObject }) => srcObject)).toEqual([second]);
  expect(videos()).toHaveLength(1);
});
