import { hills, peaks, type Scene } from '../scene.ts';

export const evening: readonly Scene[] = [
  {
    name: 'evening-1',
    horizon: 0.63,
    sky: {
      stops: [
        [0, '#1f2550'],
        [0.4, '#6a3f73'],
        [0.72, '#d8654f'],
        [0.92, '#f7a259'],
        [1, '#ffc983'],
      ],
      light: { x: 0.6, y: 0.59, radius: 46, color: '#fff0c9', glow: '#ff9a4d', reach: 620, strength: 0.8 },
      clouds: { seed: 15, cover: 0.46, lit: '#f58b62', dark: '#4f3563' },
    },
    far: [
      peaks({ seed: 71, base: 0.585, rise: 0.16, hills: 3, color: '#5d3b62', haze: '#e28a5e', mist: 0.8 }),
      hills({
        seed: 74,
        base: 0.635,
        rise: 0.06,
        hills: 3,
        color: '#33264b',
        haze: '#8d5259',
        mist: 0.6,
        trees: 0.028,
      }),
    ],
    water: {
      seed: 6,
      color: '#2a2147',
      mirror: 0.86,
      waves: 0.8,
      glitter: { x: 0.6, color: '#ffb065', width: 0.05, strength: 0.6 },
    },
    near: [],
    things: [{ kind: 'boat', x: 0.36, y: 0.73, size: 0.17, color: '#1a1430', second: '#2c1f42' }],
  },
  {
    name: 'evening-2',
    horizon: 0.8,
    sky: {
      stops: [
        [0, '#20305e'],
        [0.45, '#75628f'],
        [0.75, '#e08d7a'],
        [1, '#fbc08b'],
      ],
      light: { x: 0.28, y: 0.5, radius: 52, color: '#ffe9c4', glow: '#ff9e67', reach: 620, strength: 0.7 },
    },
    far: [
      peaks({ seed: 26, base: 0.6, rise: 0.22, hills: 2.6, color: '#75618a', haze: '#eea584', mist: 0.85 }),
      hills({
        seed: 37,
        base: 0.67,
        rise: 0.14,
        hills: 2.4,
        color: '#543f6b',
        haze: '#c98177',
        mist: 0.8,
        trees: 0.02,
      }),
    ],
    near: [
      hills({ seed: 43, base: 0.78, rise: 0.16, hills: 2, color: '#382b51', haze: '#8d5d6c', mist: 0.75, trees: 0.05 }),
      hills({
        seed: 49,
        base: 0.95,
        rise: 0.16,
        hills: 1.6,
        color: '#1c1733',
        haze: '#463351',
        mist: 0.5,
        trees: 0.12,
      }),
    ],
    things: [],
  },
  {
    name: 'evening-3',
    horizon: 0.6,
    sky: {
      stops: [
        [0, '#14304f'],
        [0.45, '#3f6d86'],
        [0.75, '#c99a86'],
        [1, '#f2b78a'],
      ],
      clouds: { seed: 66, cover: 0.44, lit: '#e8a184', dark: '#2f4a66' },
    },
    far: [hills({ seed: 24, base: 0.6, rise: 0.09, hills: 2.4, color: '#2c4257', haze: '#b98d7f', mist: 0.6 })],
    water: { seed: 29, color: '#17324a', mirror: 0.86, waves: 0.5 },
    near: [],
    things: [
      { kind: 'moored', x: 0.16, y: 0.76, size: 0.24, color: '#0d1c2c', second: '#152a3d', lamp: '#ffd28a' },
      { kind: 'moored', x: 0.26, y: 0.725, size: 0.18, color: '#10202f', second: '#182d40', lamp: '#ffd28a' },
      { kind: 'moored', x: 0.335, y: 0.7, size: 0.14, color: '#142636', second: '#1c3346' },
      { kind: 'boat', x: 0.74, y: 0.66, size: 0.1, color: '#1b2f42', second: '#dba78f' },
    ],
  },
];
