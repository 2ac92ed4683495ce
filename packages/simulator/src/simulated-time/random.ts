/** Repeatable random numbers: everything that varies in a simulation is drawn from one of these. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** From `least` to `most`, both included; a whole number. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  bytes(count: number): Buffer;
}

/** The generator xoshiro128** with a state that splitmix32 makes of the seed. */
export function seededRandom(seed: number): Random {
  const state = stateOf(seed);
  const word = (): number => {
    const [a, b, c, d] = state as unknown as [number, number, number, number];
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    const mixed = c ^ a;
    const last = d ^ b;
    state[1] = b ^ mixed;
    state[0] = a ^ last;
    state[2] = mixed ^ shifted;
    state[3] = rotate(last, 11);
    return result;
  };
  const next = () => word() / 2 ** 32;
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[whole(0, values.length - 1)];
      if (value === undefined) throw new RangeError('Nothing to pick from.');
      return value;
    },
    bytes(count) {
      const bytes = Buffer.alloc(count);
      for (let index = 0; index < count; index += 1) bytes[index] = word() & 255;
      return bytes;
    },
  };
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

function stateOf(seed: number): Int32Array {
  let counter = seed | 0;
  return Int32Array.from({ length: 4 }, () => {
    counter = (counter + 0x9e3779b9) | 0;
    let mixed = counter ^ (counter >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  });
}
