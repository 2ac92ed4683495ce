import { join } from 'node:path';
import texts from '@berth/contract/texts/deu/screens.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { writeStateFile } from './state/file.ts';
import { emptyState } from './state/machine-state.ts';
import { startDatedCloud } from './testing/dated-cloud.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { testMachine } from './testing/machines.ts';
import { eventually } from './testing/wait.ts';

const TEN_YEARS_MS = 3_652 * 86_400_000;
const RECOVERS_MS = 120_000;

test.each([
  ['behind', TEN_YEARS_MS],
  ['ahead', -TEN_YEARS_MS],
])(
  'with a clock ten years %s, the home screen says so and what to do, until it is right',
  { timeout: 240_000 },
  async (_, byMs) => {
    const { thinhoc } = webapps({ display_name: 'Mail', url: 'https://mail.example/' });
    // The network of the computer that runs the tests is not the subject.
    const customization = { show_linkup: false, show_nameresup: false, show_inetup: false };
    const desired = desiredWith({ thinhoc: { ...thinhoc, customization } });
    const gateway = await TestGateway.start({ desired });
    const cloud = await startDatedCloud(gateway, new Date(Date.now() + byMs));
    const folder = await testFolder();
    await writeStateFile(join(folder, 'state.json'), { ...emptyState, desired });
    const machine = await testMachine(folder, cloud.env);
    const text = async () => (await machine.page()).text;
    // The last good profile is shown meanwhile.
    await eventually(async () => expect(await text()).toContain('Cloud ausgefallen'));
    expect(await text()).toContain('Mail');
    await machine.press('Cloud ausgefallen');
    await eventually(async () => {
      expect(await text()).toContain(texts['screens.connection.clock.title']);
      const [before = '', after = ''] = texts['screens.connection.clock.text'].split('{now}');
      expect(await text()).toContain(before);
      expect(await text()).toContain(after);
    });
    expect(gateway.connections).toBe(0);

    cloud.setRight();
    await eventually(async () => expect(await text()).toContain(texts['screens.connection.fine.title']), RECOVERS_MS);
    expect(gateway.of('authenticate')).not.toEqual([]);
  },
);
