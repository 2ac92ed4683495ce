import { useTexts } from '@berth/web/i18n/store.ts';
import { SymbolIcon } from '@berth/web/ui/symbol.tsx';
import { Button, Input } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { Inner } from '../layouts/depth.tsx';
import { Element } from '../layouts/element.tsx';
import styles from './icon.module.css';
import { IconPreview } from './icon-preview.tsx';

/** A tile's icon: a preview next to its fields. */
export function IconControl(props: ControlProps): ReactNode {
  const { schema, data, path, enabled } = props;
  const control = useControl(props);
  const id = useId();
  const { detail } = control.options;
  return (
    <Frame path={path} onLeave={control.touch}>
      <Input.Wrapper
        id={id}
        label={control.label}
        labelElement="div"
        description={control.description}
        error={faultNode(control.error)}
        withAsterisk={control.required}
      >
        <fieldset className={styles.icon} aria-labelledby={`${id}-label`}>
          <IconPreview icon={data} size="large" />
          <div className={styles.fields}>
            <Inner>{detail && <Element schema={schema} uischema={detail} path={path} enabled={enabled} />}</Inner>
          </div>
        </fieldset>
      </Input.Wrapper>
    </Frame>
  );
}

const SymbolDialog = lazy(() => import('./symbol-dialog.tsx'));

/** A Tabler symbol, chosen in a searchable dialog. */
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
        {/* Below its label, like every other field. */}
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
