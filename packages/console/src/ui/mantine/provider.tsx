import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './styles.ts';
import { cspNonce } from '@berth/web/ui/csp-nonce.ts';
import { theme } from './theme.ts';

const colorSchemes = localStorageColorSchemeManager({ key: 'theme' });

/** The widget library in our look; light, dark or as the system has it, as the reader chose. */
export function WidgetProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={cspNonce}
      withCssVariables={false}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  );
}
