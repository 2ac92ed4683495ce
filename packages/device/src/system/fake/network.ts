import type { Network } from '../ports/network.ts';

const elsewhere = async (): Promise<never> => {
  throw new Error('The network of this machine is set elsewhere.');
};

/** A machine whose network is none of its business, as that of a computer one develops on. */
export function fakeNetwork(): Network {
  return {
    state: async () => ({ managed: false, wired: [], wifi: null }),
    scan: elsewhere,
    connectWifi: elsewhere,
    configureWired: elsewhere,
    apply: async () => {},
    keep: async () => {},
    setCountry: async () => {},
    holdTunnel: async () => {},
    gatewayAnswers: async () => true,
  };
}
