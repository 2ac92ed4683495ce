import { expect, type Page } from '@playwright/test';
import { t } from './texts.ts';

/** Issues a product ID as the platform operator, and enters it for a flex machine as an administrator. */
export async function makeSmart(page: Page, name: string, deployment: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const press = (label: string) => dialog.getByRole('button', { name: label }).click();
  await page.getByRole('link', { name: t('console.nav.productIds') }).click();
  await page.getByRole('button', { name: t('products.issue') }).click();
  await dialog.getByLabel(t('products.variant')).selectOption(deployment);
  await press(t('products.issue'));
  const productId = await dialog.getByLabel(t('products.shown.label')).inputValue();
  await press(t('common.kept'));
  await expect(page.getByRole('row').filter({ hasText: productId.slice(-4) })).toContainText(t('products.unused'));
  await page.goto(new URL('/manage/machines/deployment/flex', page.url()).href);
  await page.getByRole('button', { name: t('console.machine.actions', { name }) }).click();
  await page.getByRole('menuitem', { name: t('machines.variant'), exact: true }).click();
  const choice = dialog.getByLabel(t('machines.variant.choice'));
  await expect(choice.getByRole('option')).toHaveText([
    t('console.deployment.vanilla'),
    t('console.deployment.flex'),
    t('machines.variant.licensed'),
  ]);
  await choice.selectOption(t('machines.variant.licensed'));
  await dialog.getByLabel(t('machines.variant.productId')).fill('AAAAA-BBBBB-CCCCC-DDDDD');
  await press(t('machines.variant'));
  await expect(dialog).toContainText(t('errors.code.invalid-product-id'));
  await dialog.getByLabel(t('machines.variant.productId')).fill(productId);
  await press(t('machines.variant'));
  const variant = t(`console.deployment.${deployment}`);
  await expect(page.getByText(t('machines.variant.done', { name, variant }))).toBeVisible();
}
