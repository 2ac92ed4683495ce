import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { hotspotName } from '@berth/contract/rules/names';
import type { NetworkPlan, TunnelPlan } from '../../system/ports/network.ts';
import { readTunnel, TunnelError } from './openvpn.ts';

/** Converts the profile's network settings for this machine. */
export function networkPlan({ system }: ProfileDefinition, machineName: string): NetworkPlan {
  const { dns, wifi, 'search-domains': searchDomains } = system.network;
  return {
    servers: [...dns.servers4, ...dns.servers6],
    searchDomains,
    wifi: wifiPlan(wifi, machineName),
    tunnel: tunnelOf(system).plan,
  };
}

type Wifi = ProfileDefinition['system']['network']['wifi'];

function wifiPlan({ mode, client, hotspot }: Wifi, machineName: string): NetworkPlan['wifi'] {
  switch (mode) {
    case 'disabled':
      return { mode: 'disabled' };
    case 'client':
      if (client.use_system_settings || !client.ssid) return { mode: 'system' };
      return { mode: 'client', ssid: client.ssid, password: client.password ?? null };
    case 'hotspot':
      return { mode: 'hotspot', ssid: hotspotName(hotspot, machineName), password: hotspot.password ?? null };
  }
}

/** Why the profile's tunnel cannot be used; null if it can, or if there is none. Reported as applyError. */
export function tunnelError({ system }: ProfileDefinition): string | null {
  return tunnelOf(system).error;
}

function tunnelOf({ network }: ProfileDefinition['system']): { plan: TunnelPlan | null; error: string | null } {
  const { enabled, config, user, password } = network.vpn.openvpn;
  if (!enabled || !config) return { plan: null, error: null };
  try {
    return { plan: readTunnel(config, user, password ?? ''), error: null };
  } catch (error) {
    if (error instanceof TunnelError) return { plan: null, error: error.message };
    throw error;
  }
}
