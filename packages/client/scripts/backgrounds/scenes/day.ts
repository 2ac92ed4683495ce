import { dunes, hills, peaks, type Scene } from '../scene.ts';

export const day: readonly Scene[] = [
  {
    name: 'day-1',
    horizon: 0.62,
    sky: {
      stops: [
        [0, '#2f7fc4'],
        [0.55, '#7fb9e2'],
        [1, '#d5eaf4'],
      ],
      clouds: { seed: 4, cover: 0.5, lit: '#ffffff', dark: '#a9c2d6' },
    },
    far: [
      peaks({
        seed: 9,
        base: 0.5,
        rise: 0.3,
        hills: 2.4,
        color: '#6b87a3',
        haze: '#cfe3ee',
        snow: { above: 0.5, color: '#ffffff' },
        mist: 0.8,
        relief: 0.8,
      }),
      hills({ seed: 13, base: 0.585, rise: 0.1, hills: 3, color: '#4d7a72', haze: '#a9c9c9', mist: 0.6, trees: 0.01 }),
      hills({
        seed: 19,
        base: 0.625,
        rise: 0.06,
        hills: 2.2,
        color: '#2f5d4f',
        haze: '#5f8d80',
        mist: 0.5,
        trees: 0.03,
      }),
    ],
    water: { seed: 2, color: '#20587a', mirror: 0.72, waves: 0.8 },
    near: [],
    things: [
      { kind: 'boat', x: 0.24, y: 0.7, size: 0.14, color: '#1f3d54', second: '#ffffff' },
      { kind: 'boat', x: 0.36, y: 0.655, size: 0.07, color: '#27495f', second: '#f2f8fb' },
    ],
  },
  {
    name: 'day-2',
    horizon: 0.8,
    sky: {
      stops: [
        [0, '#3b8bca'],
        [0.6, '#97c9e6'],
        [1, '#e6f3f4'],
      ],
      clouds: { seed: 47, cover: 0.47, lit: '#ffffff', dark: '#b4cbda' },
    },
    far: [
      hills({ seed: 83, base: 0.56, rise: 0.26, hills: 2, color: '#8cb4b8', haze: '#d4e8e6', mist: 0.7 }),
      hills({
        seed: 88,
        base: 0.66,
        rise: 0.14,
        hills: 1.8,
        color: '#6fa287',
        haze: '#c1dcc3',
        mist: 0.7,
        trees: 0.008,
      }),
    ],
    near: [
      hills({
        seed: 92,
        base: 0.77,
        rise: 0.16,
        hills: 1.5,
        color: '#4d8a63',
        haze: '#9cc596',
        mist: 0.7,
        trees: 0.016,
      }),
      hills({ seed: 96, base: 0.9, rise: 0.3, hills: 1.2, color: '#2f6a4b', haze: '#6ba372', mist: 0.6, trees: 0.03 }),
    ],
    things: [],
  },
  {
    name: 'day-3',
    horizon: 0.52,
    sky: {
      stops: [
        [0, '#1f78bd'],
        [0.6, '#74bbe0'],
        [1, '#d8eff2'],
      ],
      clouds: { seed: 71, cover: 0.38, lit: '#ffffff', dark: '#bcd6e2' },
      light: { x: 0.82, y: 0.12, radius: 26, color: '#ffffff', glow: '#fff1c9', reach: 420, strength: 0.5 },
    },
    far: [],
    water: {
      seed: 33,
      color: '#0f6f91',
      mirror: 0.5,
      waves: 1.5,
      glitter: { x: 0.82, color: '#ffffff', width: 0.09, strength: 0.3 },
    },
    near: [
      {
        ...hills({
          seed: 101,
          base: 0.86,
          rise: 0.42,
          hills: 0.75,
          color: '#3f6b4c',
          haze: '#7c9a67',
          mist: 0.5,
          relief: 0.3,
        }),
      },
    ],
    things: [
      { kind: 'lighthouse', x: 0.13, y: 0.845, size: 0.4, color: '#fbfbf7', second: '#b5403a' },
      { kind: 'boat', x: 0.55, y: 0.58, size: 0.1, color: '#24506b', second: '#ffffff' },
    ],
  },
  {
    name: 'day-4',
    horizon: 0.8,
    sky: {
      stops: [
        [0, '#5b9cc9'],
        [0.6, '#b6d6e3'],
        [1, '#f1ead7'],
      ],
      clouds: { seed: 90, cover: 0.34, lit: '#ffffff', dark: '#d3dbe0' },
    },
    far: [
      peaks({ seed: 44, base: 0.62, rise: 0.16, hills: 3, color: '#a9b3bf', haze: '#efe6d4', mist: 0.85, relief: 0.4 }),
      dunes({ seed: 51, base: 0.68, rise: 0.12, color: '#dcbf8c', haze: '#f2dfb5', mist: 0.6 }),
    ],
    near: [
      dunes({ seed: 55, base: 0.77, rise: 0.18, hills: 1.3, color: '#c99f63', haze: '#eccf97', mist: 0.75 }),
      dunes({ seed: 58, base: 0.9, rise: 0.24, hills: 1.1, color: '#b08248', haze: '#dcb47a', mist: 0.7 }),
    ],
    things: [],
  },
];
