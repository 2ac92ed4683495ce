// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FormDialog } from './form-dialog.tsx';
import { WidgetProvider } from './provider.tsx';

async function show(problem?: string) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()));
  const onSubmit = vi.fn(async () => {});
  const onClose = vi.fn();
  await act(async () =>
    root.render(
      <WidgetProvider>
        <FormDialog {...{ title: 'Rename', submit: 'Save', cancel: 'Cancel', busy: false, problem, onSubmit, onClose }}>
          <input name="name" />
        </FormDialog>
      </WidgetProvider>,
    ),
  );
  const press = (label: string) => [...page.querySelectorAll('button')].find((each) => each.textContent === label);
  return { page, press: (label: string) => act(async () => press(label)?.click()), onSubmit, onClose };
}

it('sends by its main button, which belongs to the form although it stands outside of it', async () => {
  const { press, onSubmit, onClose } = await show();
  await press('Save');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});

it('leaves by Cancel and by Esc without sending', async () => {
  const { page, press, onSubmit, onClose } = await show();
  await press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  await act(async () => page.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('says above the fields why it was refused', async () => {
  const { page } = await show('This name is taken.');
  expect(page.querySelector('form')?.firstElementChild?.textContent).toContain('This name is taken.');
});

it('brings the focus to the first field at fault, once for each answer', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()));
  function Asking() {
    const [tried, setTried] = useState(false);
    const [, setTyped] = useState('');
    return (
      <FormDialog
        {...{ title: 'Rename', submit: 'Save', cancel: 'Cancel', busy: false, onClose: () => {} }}
        onSubmit={() => setTried(true)}
      >
        <input name="place" />
        <input name="name" aria-invalid={tried} />
        <input name="note" aria-invalid={tried} onChange={({ target }) => setTyped(target.value)} />
      </FormDialog>
    );
  }
  await act(async () =>
    root.render(
      <WidgetProvider>
        <Asking />
      </WidgetProvider>,
    ),
  );
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
  const send = () => act(async () => page.querySelector<HTMLFormElement>('form')?.requestSubmit());
  field('place').focus();
  await send();
  expect(document.activeElement).toBe(field('name'));

  // What is typed next leaves the focus alone; the same fault, sent once more, has it again.
  field('note').focus();
  await act(async () => field('note').dispatchEvent(new Event('input', { bubbles: true })));
  expect(document.activeElement).toBe(field('note'));
  await send();
  expect(document.activeElement).toBe(field('name'));
});
