import { NetworkManager } from '../system/linux/network-manager.ts';

// For a test's network namespace, which this process is in and the test is not.
console.log(await new NetworkManager('/nowhere').gatewayAnswers());
