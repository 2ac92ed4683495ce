import { isObject } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import { SymbolIcon } from '@berth/web/ui/symbol.tsx';
import { Button, Input } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { Inner, useForm } from '../form-context.tsx';
import { Element } from '../layouts/element.tsx';
import { lazyPart } from '../load-once.tsx';
import styles from './icon.module.css';
import { IconPreview } from './icon-preview.tsx';

/** A tile's icon: a row that expands to its fields. */
export function IconControl(props: ControlProps): ReactNode {
  const { schema, data, path, enabled } = props;
  const control = useControl(props);
  const id = useId();
  const { t } = useTexts();
  const { target } = useForm();
  const { detail } = control.options;
  const [isOpen, setOpen] = useState(false);
  // Contains the field to focus.
  if (!isOpen && target?.startsWith(`${path}.`)) setOpen(true);
  const { type, symbol } = isObject(data) ? data : {};
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
          <div className={styles.row}>
            <IconPreview icon={data} size="small" />
            <span className={styles.name}>
              {t(type === 'image' ? 'profile.icon.type.image' : 'profile.icon.type.symbol')}
              {type !== 'image' && typeof symbol === 'string' && <span className={styles.symbolName}>{symbol}</span>}
            </span>
            <Button
              variant="subtle"
              aria-expanded={isOpen}
              aria-controls={isOpen ? `${id}-fields` : undefined}
              rightSection={<IconChevronDown className={styles.chevron} size={16} stroke={1.75} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {t(enabled ? 'forms.icon.change' : 'forms.icon.show')}
            </Button>
          </div>
          {isOpen && (
            <div id={`${id}-fields`} className={styles.fields}>
              <Inner>{detail && <Element schema={schema} uischema={detail} path={path} enabled={enabled} />}</Inner>
            </div>
          )}
        </fieldset>
      </Input.Wrapper>
    </Frame>
  );
}

const SymbolDialog = lazyPart(() => import('./symbol-dialog.tsx'));

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
