import type { Power } from '../ports/power.ts';

/** What would have been done to the machine. */
export type PowerOrder = 'reboot' | 'power-off' | 'suspend';

export interface FakePower extends Power {
  readonly orders: readonly PowerOrder[];
}

/** Takes orders on and only writes them down. */
export function fakePower(onOrder: (order: PowerOrder) => void): FakePower {
  const orders: PowerOrder[] = [];
  const take = async (order: PowerOrder): Promise<void> => {
    orders.push(order);
    onOrder(order);
  };
  return {
    orders,
    reboot: () => take('reboot'),
    powerOff: () => take('power-off'),
    suspend: () => take('suspend'),
  };
}
