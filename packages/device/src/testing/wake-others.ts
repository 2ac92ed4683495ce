import { networkInterfaces } from '../system/linux/interfaces.ts';
import { sendMagicPackets } from '../system/linux/magic-packets.ts';

// Runs inside a test's network namespace, outside of the test's process: sends magic packets, and prints the interfaces.
await sendMagicPackets(process.argv.slice(2), undefined, { waitsMs: [0] });
console.log(JSON.stringify(networkInterfaces()));
