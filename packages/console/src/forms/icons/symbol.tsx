import { useTexts } from '@berth/web/i18n/store.ts';
import { SymbolIcon } from '@berth/web/ui/symbol.tsx';
import { Button, Input } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import styles from './symbol.module.css';

const SymbolDialog = lazy(() => import('./symbol-dialog.tsx'));

/** One of Tabler's symbols, chosen in a dialog that searches them. */
export function SymbolControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = typeof data === 'string' ? data : String(schema.default ?? '');
  return (
    <Frame path={path} onLeave={control.touch}>
      <Input.Wrapper
        id={id}
        label={control.label}
        labelElement="div"
        description={control.description}
        error={faultNode(control.error)}
      >
        {/* Below its label, as every other field is. */}
        <div>
          <Button
            variant="default"
            disabled={control.disabled}
            leftSection={<SymbolIcon name={name} className={styles.symbol} />}
            aria-label={t('forms.symbol.change', { name })}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {name}
          </Button>
        </div>
      </Input.Wrapper>
      {isOpen && (
        <Suspense>
          <SymbolDialog
            chosen={name}
            onChoose={(symbol) => {
              control.set(symbol);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Frame>
  );
}
