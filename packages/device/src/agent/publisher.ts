import type { BridgeEvent } from '@berth/contract/bridge/methods';
import type { Bridge } from '../bridge/bridge.ts';

/** Tells the session's page of changes, once there is a bridge to tell it over. */
export class Publisher {
  #bridge: Bridge | null = null;

  attach(bridge: Bridge): void {
    this.#bridge = bridge;
  }

  /** Where the page is; empty before it is served. */
  get url(): string {
    return this.#bridge ? `${this.#bridge.url}/` : '';
  }

  publish(event: BridgeEvent): void {
    this.#bridge?.publish(event);
  }
}
