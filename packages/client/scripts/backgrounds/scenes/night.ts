import { dunes, hills, peaks, type Scene } from '../scene.ts';

export const night: readonly Scene[] = [
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
