import { describe, expect, it } from 'vitest';
import { UnauthenticatedConnections } from './handshake.ts';

/** The number of admitted connections. */
function admitted(unauthenticated: UnauthenticatedConnections, count: number, address: (n: number) => string): number {
  return Array.from({ length: count }, (_, n) => unauthenticated.enter(address(n))).filter((each) => each !== undefined)
    .length;
}

describe('unauthenticated connections', () => {
  it('of one address leave half of the slots to others', () => {
    const unauthenticated = new UnauthenticatedConnections(1_000);
    expect(admitted(unauthenticated, 5_000, () => '203.0.113.7')).toBe(500);
    expect(admitted(unauthenticated, 300, (n) => `198.51.100.${n % 200}`)).toBe(300);
    expect(admitted(unauthenticated, 5_000, (n) => `192.0.2.${n % 200}`)).toBe(200);
  });

  it('of one IPv6 network count as one address', () => {
    const unauthenticated = new UnauthenticatedConnections(1_000);
    expect(admitted(unauthenticated, 5_000, (n) => `2001:db8:0:1::${n.toString(16)}`)).toBe(500);
    expect(admitted(unauthenticated, 100, (n) => `2001:db8:0:${(n + 2).toString(16)}::1`)).toBe(100);
  });

  it('of a site behind one router are accepted while slots are free, and free their slot when authenticated', () => {
    const unauthenticated = new UnauthenticatedConnections(1_000);
    for (let round = 0; round < 20; round += 1) {
      const places = Array.from({ length: 400 }, () => unauthenticated.enter('203.0.113.7'));
      expect(places.every((place) => place !== undefined)).toBe(true);
      for (const place of places) unauthenticated.leave(place ?? '');
    }
  });
});
