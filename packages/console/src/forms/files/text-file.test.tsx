// @vitest-environment happy-dom
import { column, controlsOf } from '@berth/contract/profile/forms/ui';
import { FULL_DEFINITION } from '@berth/contract/testing/full-definition';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { TestForm } from '../../testing/test-form.tsx';
import type { Validator } from '../validation/check.ts';

const pem = FULL_DEFINITION.thinhoc.sessions.rdp.map((each) => each.certificate_authority).find(Boolean) ?? '';
const [, base64 = ''] = pem.split(/-----(?:BEGIN|END) CERTIFICATE-----/);

const FORM = {
  target: 'definition',
  configptr: '',
  schema: { type: 'object', properties: { authority: { type: 'string' } } },
  uischema: column(controlsOf('test')('authority', { format: 'file', content: 'certificates' })),
  validate: Object.assign(() => true, { errors: [] }) as unknown as Validator,
} as const;

/** The value that the form has after a file was chosen. */
async function choose(content: Buffer): Promise<unknown> {
  const onChange = vi.fn();
  const page = await showConsolePart(<TestForm form={FORM} data={{}} onChange={onChange} />);
  const input = page.querySelector<HTMLInputElement>('input[type=file]');
  Object.defineProperty(input, 'files', { value: [new File([new Uint8Array(content)], 'company.cer')] });
  await act(async () => {
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  });
  return onChange.mock.lastCall?.[0].data;
}

it('takes a certificate as Windows exports it, as OpenSSL writes it, and leaves other files as they are', async () => {
  expect(pem).toContain('BEGIN CERTIFICATE');
  expect(await choose(Buffer.from(base64, 'base64'))).toEqual({ authority: pem });
  expect(await choose(Buffer.from(`Bag Attributes\n    friendlyName: Company\n${pem}`))).toEqual({ authority: pem });
  expect(await choose(Buffer.from('0 certificates'))).toEqual({ authority: '0 certificates' });
});
