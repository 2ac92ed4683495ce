import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';

interface FileButtonProps {
  readonly children: ReactNode;
  readonly accept: string | undefined;
  readonly disabled?: boolean;
  readonly onChoose: (file: File) => void;
  readonly describedBy?: string | undefined;
  readonly size?: 'xs' | 'sm';
  readonly mark?: ReactNode;
  /** Condition checked before the file dialog opens. */
  readonly mayChoose?: () => Promise<boolean>;
}

/** A button that opens the file dialog. */
export function FileButton(props: FileButtonProps): ReactNode {
  const { children, accept, disabled = false, onChoose, describedBy, size = 'xs', mark, mayChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const choose = async () => {
    if (!mayChoose || (await mayChoose())) input.current?.click();
  };
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconUpload size={16} aria-hidden />}
        rightSection={mark}
        disabled={disabled}
        aria-describedby={describedBy}
        onClick={() => void choose()}
      >
        {children}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={accept}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again after it changed.
          event.currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
