import { execFile } from 'node:child_process';
import type { Log } from '../log.ts';
import type { PortGuard } from '../ports/machine.ts';
import { findProgram } from './programs.ts';

const ROOT = 0;

/** nftables rules that reject connections to the port by users who are not allowed. */
export function guardRules(port: number, allowed: readonly number[]): string {
  const table = tableOf(port);
  // Added first so that deleting never fails; nft applies all three statements atomically.
  return `add table inet ${table}
delete table inet ${table}
table inet ${table} {
  chain output {
    type filter hook output priority filter; policy accept;
    oifname "lo" tcp dport ${port} meta skuid != { ${allowed.join(', ')} } reject with tcp reset
  }
}
`;
}

/** Guards ports with nftables. `homeUid` is the home screen's user; null if everything runs as one user. */
export function linuxPortGuard(homeUid: number | null, log: Log): PortGuard {
  return {
    guard: async (port) => {
      const nft = findProgram('nft');
      if (!nft || homeUid === null) {
        log.warn({ port }, 'without root and nftables, every program of this computer reaches the bridge');
        return async () => {};
      }
      await feed(nft, guardRules(port, [ROOT, homeUid]));
      return () => feed(nft, `delete table inet ${tableOf(port)}\n`);
    },
  };
}

function tableOf(port: number): string {
  return `berth_bridge_${port}`;
}

function feed(nft: string, rules: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(nft, ['-f', '-'], (error, _stdout, stderr) => {
      if (error) reject(new Error(`nft: ${stderr || error.message}`));
      else resolve();
    });
    child.stdin?.end(rules);
  });
}
