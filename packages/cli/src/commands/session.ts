import { readAccount } from '@berth/contract/api/account';
import { listOrganizations } from '@berth/contract/api/organizations';
import { allPages } from '@berth/contract/api/pages';
import { logIn, revoke } from '../auth/device-flow.ts';
import type { Command } from '../command.ts';

const DEFAULT_SERVER = 'http://localhost:8080';

export const sessionCommands: readonly Command[] = [
  {
    name: 'login',
    args: [],
    summary: 'Log in: shows a code to confirm in a browser on any device (choose the server with --server)',
    async run({ file, output, server }) {
      const known = await file.read();
      const address = (server ?? known?.server ?? DEFAULT_SERVER).replace(/\/+$/, '');
      const session = await logIn(address, ({ userCode, address: page, completeAddress }) => {
        output.note(`Open ${completeAddress ?? page} and confirm this code: ${userCode}`);
      });
      await file.write(session);
      output.note(`Logged in to ${address}.`);
      return undefined;
    },
  },
  {
    name: 'logout',
    args: [],
    summary: 'Log out, and end the session on the server',
    async run({ file, output }) {
      const session = await file.read();
      await file.remove();
      if (session) await revoke(session);
      output.note('Logged out.');
      return undefined;
    },
  },
  {
    name: 'whoami',
    args: [],
    summary: 'Show the current account, or the organization of the API key',
    async run({ call, output, isKey }) {
      if (isKey) {
        for (const { id, name } of await allPages((filter) => call(listOrganizations, { query: { filter } }))) {
          output.show({ organization: { id, name } }, [`API key of ${name} (${id})`]);
        }
        return undefined;
      }
      const account = await call(readAccount);
      output.show(account, [account.email]);
      return undefined;
    },
  },
];
