import { CODE_USED_MESSAGE, expired, ID_TAKEN, type PeerText } from '@berth/contract/signaling/peer-messages';
import type { Bus } from '../../../platform/bus.ts';
import { createMailbox } from './mailbox.ts';
import type { PeerSocket } from './socket.ts';
import * as topics from './topics.ts';

/** How long an ID stays reserved after a disconnect, so that no other peer can take over its connections. */
const KEPT_MS = 600_000;
const KEPT_MAX = 50_000;

/** The peers of this node, with delivery to those of other nodes. */
export interface Peers {
  /**
   * Returns false if the ID belongs, or recently belonged, to another peer. The same token takes its ID over from its
   * older socket.
   */
  join(socket: PeerSocket, now: number): boolean;
  leave(socket: PeerSocket, now: number): void;
  /** Delivers a message to its peer on any node; waits briefly for an absent peer. */
  pass(server: number, message: PeerText): void;
  closeSilent(now: number): void;
  stop(): void;
}

export function createPeers(bus: Bus): Peers {
  const sockets = new Map<string, PeerSocket>();
  const kept = new Map<string, { readonly owner: string; readonly until: number }>();
  const mailbox = createMailbox();
  const isAnothers = (address: string, owner: string, now: number) => {
    const last = kept.get(address);
    const holder = sockets.get(address)?.owner ?? (last && last.until > now ? last.owner : owner);
    return holder !== owner;
  };
  const byKey = (key: string) => [...sockets.values()].find((socket) => socket.key === key);

  function told<Message>(topic: string, handle: (message: Message) => void): () => void {
    return bus.subscribe(topic, (message) => handle(message as Message));
  }

  const subscriptions = [
    told<topics.PeerJoined>(topics.PEER_JOINED, ({ address, socket, owner, at }) => {
      const own = sockets.get(address);
      if (own && own.key !== socket && own.owner === owner) own.close();
      if (isAnothers(address, owner, at)) {
        return bus.publish(topics.PEER_REFUSED, { socket } satisfies topics.PeerRefused);
      }
      for (const { id, text } of mailbox.waitingFor(address)) {
        bus.publish(topics.PEER_MESSAGE, { id, address, text } satisfies topics.PeerMessage);
      }
    }),
    told<topics.PeerRefused>(topics.PEER_REFUSED, ({ socket }) => {
      const refused = byKey(socket);
      // Without the delay: the ID is not reserved for an unauthorized peer.
      if (refused) sockets.delete(refused.address);
      refused?.close(ID_TAKEN);
    }),
    told<topics.PeerMessage>(topics.PEER_MESSAGE, ({ id, address, text }) => {
      const socket = sockets.get(address);
      if (!socket) return;
      socket.sendText(text);
      bus.publish(topics.PEER_DELIVERED, { id } satisfies topics.PeerDelivered);
    }),
    told<topics.PeerDelivered>(topics.PEER_DELIVERED, ({ id }) => mailbox.delivered(id)),
    told<topics.CodeUsed>(topics.CODE_USED, ({ server, peerId }) =>
      sockets.get(topics.addressOf(server, peerId))?.send(CODE_USED_MESSAGE),
    ),
  ];

  return {
    join(socket, now) {
      const { address, key, owner } = socket;
      if (isAnothers(address, owner, now)) return false;
      sockets.get(address)?.close();
      kept.delete(address);
      sockets.set(address, socket);
      bus.publish(topics.PEER_JOINED, { address, socket: key, owner, at: now } satisfies topics.PeerJoined);
      return true;
    },
    leave(socket, now) {
      const { address, owner } = socket;
      if (sockets.get(address) !== socket) return;
      sockets.delete(address);
      kept.set(address, { owner, until: now + KEPT_MS });
      // In the order of disconnection: expired ones come first.
      for (const [each, { until }] of kept) {
        if (until > now && kept.size <= KEPT_MAX) break;
        kept.delete(each);
      }
    },
    pass(server, message) {
      const address = topics.addressOf(server, message.dst ?? '');
      const text = JSON.stringify(message);
      const here = sockets.get(address);
      if (here) return here.sendText(text);
      const sender = topics.addressOf(server, message.src ?? '');
      const id = mailbox.add(address, text, sockets.get(sender)?.from ?? '', () => {
        if (message.type !== 'LEAVE') sockets.get(sender)?.send(expired(message));
      });
      bus.publish(topics.PEER_MESSAGE, { id, address, text } satisfies topics.PeerMessage);
    },
    closeSilent(now) {
      for (const socket of sockets.values()) if (socket.isSilent(now)) socket.close();
    },
    stop() {
      for (const unsubscribe of subscriptions) unsubscribe();
      mailbox.stop();
    },
  };
}
