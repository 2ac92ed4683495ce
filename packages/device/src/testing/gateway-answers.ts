import { NetworkManager } from '../system/linux/network-manager.ts';

// Runs inside a test's network namespace, outside of the test's process.
console.log(await new NetworkManager('/nowhere').gatewayAnswers());
