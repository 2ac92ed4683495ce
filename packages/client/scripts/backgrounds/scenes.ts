import type { Ridge } from './land.ts';
import type { Thing } from './objects.ts';
import type { Sky } from './sky.ts';
import type { Water } from './water.ts';

/** One picture: from the sky down, each layer over the one before. */
export interface Scene {
  /** Set by hour (spec chapter 2) and number: the file's name. */
  readonly name: `${'night' | 'morning' | 'day' | 'evening'}-${1 | 2 | 3 | 4}`;
  readonly sky: Sky;
  /** Where land or water begins, as a share of the height. */
  readonly horizon: number;
  readonly far: readonly Ridge[];
  readonly water?: Water;
  /** In front of the water. */
  readonly near: readonly Ridge[];
  readonly things: readonly Thing[];
}

type RidgeShape = Partial<Ridge> & Pick<Ridge, 'seed' | 'base' | 'color' | 'haze'>;

function peaks(ridge: RidgeShape): Ridge {
  return { rise: 0.3, hills: 3, shape: 'peaks', mist: 0.7, relief: 0.5, ...ridge };
}
function hills(ridge: RidgeShape): Ridge {
  return { rise: 0.16, hills: 2.4, shape: 'hills', mist: 0.6, ...ridge };
}
function dunes(ridge: RidgeShape): Ridge {
  return { rise: 0.14, hills: 1.7, shape: 'dunes', mist: 0.5, ...ridge };
}

const night: Scene[] = [
  {
    name: 'night-1',
    horizon: 0.66,
    sky: {
      stops: [
        [0, '#050a1c'],
        [0.5, '#0d1d3f'],
        [0.85, '#1e3a63'],
        [1, '#34567d'],
      ],
      light: { x: 0.72, y: 0.2, radius: 30, color: '#f4f1e4', glow: '#8fa9d8', reach: 420, strength: 0.35 },
      stars: 900,
    },
    far: [
      peaks({ seed: 5, base: 0.56, color: '#1b3355', haze: '#35577c', snow: { above: 0.66, color: '#6f8db3' } }),
      peaks({ seed: 12, base: 0.62, rise: 0.2, hills: 4, color: '#10213c', haze: '#2a486b' }),
      hills({ seed: 22, base: 0.65, rise: 0.06, color: '#0a1629', haze: '#1c3553', trees: 0.035 }),
    ],
    water: {
      seed: 3,
      color: '#071226',
      mirror: 0.82,
      waves: 0.6,
      glitter: { x: 0.72, color: '#cfdcf5', width: 0.035, strength: 0.34 },
    },
    near: [],
    things: [],
  },
  {
    name: 'night-2',
    horizon: 0.7,
    sky: {
      stops: [
        [0, '#060816'],
        [0.55, '#12143a'],
        [0.85, '#2a2456'],
        [1, '#443468'],
      ],
      clouds: { seed: 41, cover: 0.42, lit: '#2b2a57', dark: '#0d0f26' },
      stars: 700,
    },
    far: [hills({ seed: 61, base: 0.69, rise: 0.07, hills: 3, color: '#171534', haze: '#392f60', mist: 0.5 })],
    water: { seed: 9, color: '#090a1e', mirror: 0.85, waves: 1 },
    near: [],
    things: [
      { kind: 'lighthouse', x: 0.785, y: 0.705, size: 0.24, color: '#23243f', second: '#11122a', lamp: '#ffe2a0' },
    ],
  },
  {
    name: 'night-3',
    horizon: 0.8,
    sky: {
      stops: [
        [0, '#02070f'],
        [0.45, '#06202e'],
        [0.8, '#0d4048'],
        [1, '#1d5f5b'],
      ],
      stars: 1300,
      clouds: { seed: 17, cover: 0.36, lit: '#0f5a50', dark: '#052430' },
    },
    far: [
      hills({ seed: 31, base: 0.66, rise: 0.16, hills: 3, color: '#0b3338', haze: '#1e5f5c', mist: 0.8, trees: 0.03 }),
      hills({
        seed: 35,
        base: 0.74,
        rise: 0.14,
        hills: 2.6,
        color: '#07242a',
        haze: '#15494b',
        mist: 0.75,
        trees: 0.055,
      }),
    ],
    near: [
      hills({
        seed: 39,
        base: 0.85,
        rise: 0.15,
        hills: 2.1,
        color: '#04161b',
        haze: '#0d3237',
        mist: 0.6,
        trees: 0.09,
      }),
      hills({
        seed: 44,
        base: 0.98,
        rise: 0.14,
        hills: 1.7,
        color: '#020b0f',
        haze: '#061b20',
        mist: 0.3,
        trees: 0.14,
      }),
    ],
    things: [],
  },
  {
    name: 'night-4',
    horizon: 0.62,
    sky: {
      stops: [
        [0, '#04050f'],
        [0.5, '#0c1330'],
        [0.82, '#24305e'],
        [1, '#4d4b7c'],
      ],
      light: { x: 0.3, y: 0.24, radius: 46, color: '#f6dfc0', glow: '#9a7f9c', reach: 520, strength: 0.4 },
      stars: 500,
    },
    far: [dunes({ seed: 3, base: 0.615, rise: 0.07, hills: 2.3, color: '#1d2145', haze: '#4a4a78', mist: 0.5 })],
    water: {
      seed: 21,
      color: '#0a0d22',
      mirror: 0.84,
      waves: 0.9,
      glitter: { x: 0.3, color: '#ffdcae', width: 0.05, strength: 0.5 },
    },
    near: [],
    things: [
      { kind: 'moored', x: 0.62, y: 0.71, size: 0.13, color: '#070917', second: '#0d1024', lamp: '#ffdf9e' },
      { kind: 'moored', x: 0.7, y: 0.735, size: 0.17, color: '#060814', second: '#0c0f22', lamp: '#ffdf9e' },
      { kind: 'moored', x: 0.8, y: 0.77, size: 0.22, color: '#04060f', second: '#0a0d1d', lamp: '#ffdf9e' },
    ],
  },
];

const morning: Scene[] = [
  {
    name: 'morning-1',
    horizon: 0.64,
    sky: {
      stops: [
        [0, '#3f6f9f'],
        [0.45, '#9db7cc'],
        [0.75, '#f2cdb4'],
        [1, '#ffdfba'],
      ],
      light: { x: 0.42, y: 0.57, radius: 34, color: '#fffaf0', glow: '#ffc98a', reach: 640, strength: 0.75 },
      clouds: { seed: 8, cover: 0.44, lit: '#ffe3c8', dark: '#c79a97' },
    },
    far: [
      peaks({
        seed: 14,
        base: 0.55,
        rise: 0.22,
        color: '#8796ac',
        haze: '#f4d3b8',
        snow: { above: 0.62, color: '#fbeadb' },
        mist: 0.9,
      }),
      peaks({ seed: 27, base: 0.61, rise: 0.15, hills: 4, color: '#61748b', haze: '#e6c3aa', mist: 0.85 }),
      hills({ seed: 30, base: 0.632, rise: 0.05, hills: 3, color: '#3c4d5e', haze: '#b79a8d', mist: 0.6, trees: 0.03 }),
    ],
    water: {
      seed: 5,
      color: '#3b5568',
      mirror: 0.85,
      waves: 0.5,
      glitter: { x: 0.42, color: '#ffd7a0', width: 0.05, strength: 0.4 },
    },
    near: [],
    things: [{ kind: 'boat', x: 0.66, y: 0.72, size: 0.13, color: '#2c333c', second: '#f1dcc6' }],
  },
  {
    name: 'morning-2',
    horizon: 0.78,
    sky: {
      stops: [
        [0, '#7fa6b8'],
        [0.5, '#c3cfc9'],
        [0.85, '#f7dcae'],
        [1, '#fbe6c0'],
      ],
      light: { x: 0.68, y: 0.34, radius: 40, color: '#fffdf2', glow: '#ffe2a3', reach: 700, strength: 0.7 },
    },
    far: [
      hills({
        seed: 52,
        base: 0.52,
        rise: 0.14,
        hills: 2.2,
        color: '#93a9a2',
        haze: '#f2dfb9',
        mist: 0.9,
        trees: 0.012,
      }),
      hills({ seed: 57, base: 0.61, rise: 0.14, hills: 2, color: '#6e8b80', haze: '#e8d9b2', mist: 0.9, trees: 0.024 }),
    ],
    near: [
      hills({
        seed: 63,
        base: 0.71,
        rise: 0.14,
        hills: 1.9,
        color: '#496a5f',
        haze: '#d5cda5',
        mist: 0.88,
        trees: 0.045,
      }),
      hills({
        seed: 66,
        base: 0.82,
        rise: 0.14,
        hills: 1.6,
        color: '#2d4b43',
        haze: '#a3ab88',
        mist: 0.75,
        trees: 0.08,
      }),
      hills({
        seed: 71,
        base: 0.97,
        rise: 0.13,
        hills: 1.4,
        color: '#172e2a',
        haze: '#49614f',
        mist: 0.5,
        trees: 0.14,
      }),
    ],
    things: [],
  },
  {
    name: 'morning-3',
    horizon: 0.58,
    sky: {
      stops: [
        [0, '#5a6fa8'],
        [0.4, '#a99fc4'],
        [0.75, '#f0b9b0'],
        [1, '#ffd9b3'],
      ],
      light: { x: 0.22, y: 0.555, radius: 44, color: '#fff5e2', glow: '#ffb58c', reach: 620, strength: 0.7 },
      clouds: { seed: 23, cover: 0.4, lit: '#ffcdbd', dark: '#8f84b0' },
    },
    far: [dunes({ seed: 11, base: 0.575, rise: 0.05, hills: 2, color: '#8d7f9f', haze: '#e7b6ac', mist: 0.6 })],
    water: {
      seed: 16,
      color: '#4c5480',
      mirror: 0.84,
      waves: 1,
      glitter: { x: 0.22, color: '#ffc59a', width: 0.06, strength: 0.55 },
    },
    near: [hills({ seed: 79, base: 0.99, rise: 0.22, hills: 0.8, color: '#2b2844', haze: '#4f4868', mist: 0.3 })],
    things: [
      { kind: 'boat', x: 0.5, y: 0.645, size: 0.09, color: '#3d3656', second: '#f3cfc6' },
      { kind: 'boat', x: 0.72, y: 0.7, size: 0.15, color: '#322c4b', second: '#f8dccf' },
    ],
  },
];

const day: Scene[] = [
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

const evening: Scene[] = [
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

export const SCENES: readonly Scene[] = [...night, ...morning, ...day, ...evening];
