import { expect, test } from '@playwright/test';
import { apiOf } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { startServer } from '../kit/server.ts';
import { openConsole } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

test('without Pro, power management says what it requires', async ({ browser }) => {
  const free = await startServer({ BERTH_DEFAULT_TIER: 'free' });
  const page = await browser.newPage();
  await speakEnglish(page);
  await openConsole(page, free);
  const own = await apiOf(page, free);
  await own.createProfile('Only');
  const machine = await startVirtualMachines(free, own, 1);
  await page.getByText('1 machine, 1 online').waitFor();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: t('machines.action.power-off') })).toContainText(
    t('console.tier.pro'),
  );
  await page.getByRole('menuitem', { name: t('machines.action.reboot') }).click();
  // Before confirmation: what is missing, and what it costs.
  const dialog = page.getByRole('alertdialog', { name: t('console.dialog.upgrade.title') });
  await expect(dialog).toContainText(t('console.dialog.upgrade.billing'));
  await expect(dialog).toContainText('Pro costs 3 credits');
  await page.close();
  await machine.end();
  await free.dispose();
});
