import { changeProfile } from '@berth/contract/api/profiles';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { createTenant } from '../testing/fleet.ts';
import { bootServer } from '../testing/server.ts';

const PEOPLE = 8;

it('a server that stops under load finishes its calls without errors', async () => {
  const server = await bootServer();
  const { owner, profileId } = await createTenant(server);
  const answers: number[] = [];
  let isOver = false;
  const save = async () => {
    while (!isOver) {
      const sent = { params: { id: profileId }, token: owner.token, body: { name: `Desk ${answers.length}` } };
      // No reply: the connection was closed before the server accepted the call.
      const status = await server.call(changeProfile, sent).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 0) return;
      answers.push(status);
    }
  };
  const people = Array.from({ length: PEOPLE }, save);
  await eventually(() => expect(answers.length).toBeGreaterThan(50));
  await server.stop();
  isOver = true;
  await Promise.all(people);
  expect(new Set(answers)).toEqual(new Set([200]));
});
