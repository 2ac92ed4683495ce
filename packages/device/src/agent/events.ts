import type { CommandType } from '@berth/contract/rules/commands';
import type { LinkState } from '../link/link.ts';

/** What happens on the machine, for whoever drives it from outside: journeys, benchmarks, simulations. */
export type AgentEvent =
  | { readonly event: 'bridge'; readonly url: string }
  | { readonly event: 'display'; readonly name: string; readonly pid: number | null }
  | { readonly event: 'link'; readonly state: LinkState }
  | { readonly event: 'applied'; readonly profileId: string | null; readonly revision: number | null }
  | { readonly event: 'command'; readonly type: CommandType }
  /** It is run now, for the first and last time. */
  | { readonly event: 'ran'; readonly id: string; readonly type: CommandType }
  | { readonly event: 'power'; readonly order: 'reboot' | 'power-off' | 'suspend' }
  | { readonly event: 'factory-reset' };
