import type { Bus } from '../../../platform/bus.ts';
import { createMailbox } from './mailbox.ts';
import { CODE_USED_MESSAGE, expired, ID_TAKEN, type PeerText } from './messages.ts';
import type { PeerSocket } from './socket.ts';
import * as topics from './topics.ts';

/** The peers of one node, and the way to those of the others. */
export interface Peers {
  /** False where the id is another peer's. The same token takes its id over from its older socket. */
  join(socket: PeerSocket): boolean;
  leave(socket: PeerSocket): void;
  /** Brings a message to its peer, wherever that is, and waits a little for one that is not there yet. */
  pass(server: number, message: PeerText): void;
  closeSilent(now: number): void;
  stop(): void;
}

export function createPeers(bus: Bus): Peers {
  const sockets = new Map<string, PeerSocket>();
  const mailbox = createMailbox();
  const byKey = (key: string) => [...sockets.values()].find((socket) => socket.key === key);

  function told<Message>(topic: string, handle: (message: Message) => void): () => void {
    return bus.subscribe(topic, (message) => handle(message as Message));
  }

  const subscriptions = [
    told<topics.PeerJoined>(topics.PEER_JOINED, ({ address, socket, owner }) => {
      const own = sockets.get(address);
      if (own && own.key !== socket) {
        if (own.owner === owner) own.close();
        else return bus.publish(topics.PEER_REFUSED, { socket } satisfies topics.PeerRefused);
      }
      for (const { id, text } of mailbox.waitingFor(address)) {
        bus.publish(topics.PEER_MESSAGE, { id, address, text } satisfies topics.PeerMessage);
      }
    }),
    told<topics.PeerRefused>(topics.PEER_REFUSED, ({ socket }) => byKey(socket)?.close(ID_TAKEN)),
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
    join(socket) {
      const { address, key, owner } = socket;
      const older = sockets.get(address);
      if (older && older.owner !== owner) return false;
      older?.close();
      sockets.set(address, socket);
      bus.publish(topics.PEER_JOINED, { address, socket: key, owner } satisfies topics.PeerJoined);
      return true;
    },
    leave(socket) {
      if (sockets.get(socket.address) === socket) sockets.delete(socket.address);
    },
    pass(server, message) {
      const address = topics.addressOf(server, message.dst ?? '');
      const text = JSON.stringify(message);
      const here = sockets.get(address);
      if (here) return here.sendText(text);
      const sender = topics.addressOf(server, message.src ?? '');
      const id = mailbox.add(address, text, () => {
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
