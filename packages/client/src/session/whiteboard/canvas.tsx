import '@excalidraw/excalidraw/index.css';
import { Excalidraw, exportToBlob, hashElementsVersion, MainMenu, serializeAsJSON } from '@excalidraw/excalidraw';
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import { useRef } from 'react';
import type { Language } from '../../i18n/locales.ts';
import { useTexts } from '../../i18n/store.ts';
import styles from './canvas.module.css';

/** What the screen around asks of the drawing. */
export interface Drawing {
  /** As it is kept. */
  readonly content: () => string;
  /** What is drawn, cut out, on white. */
  readonly picture: () => Promise<Blob>;
}

interface CanvasProps {
  /** As it was kept; empty for a new board. */
  readonly content: string;
  readonly name: string;
  readonly onReady: (drawing: Drawing) => void;
  /** Something was drawn. */
  readonly onChange: () => void;
  /** Whether there is nothing on it. */
  readonly onEmpty: (isEmpty: boolean) => void;
}

const LANGUAGES: Readonly<Record<Language, string>> = { deu: 'de-DE', eng: 'en', gsw: 'de-DE', rus: 'ru-RU' };
const MARGIN = 24;

export default function Canvas({ content, name, onReady, onChange, onEmpty }: CanvasProps) {
  const { language } = useTexts();
  const before = useRef<string>(undefined);
  return (
    <div className={styles.canvas}>
      <Excalidraw
        initialData={content === '' ? null : JSON.parse(content)}
        excalidrawAPI={(api) => onReady(drawingOf(api))}
        onChange={(elements, { viewBackgroundColor }) => {
          // Called for every movement of the pointer.
          const now = `${hashElementsVersion(elements)} ${viewBackgroundColor}`;
          if (before.current !== undefined && before.current !== now) onChange();
          before.current = now;
          onEmpty(elements.every(({ isDeleted }) => isDeleted));
        }}
        name={name}
        langCode={LANGUAGES[language]}
        theme={document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'}
        aiEnabled={false}
        validateEmbeddable={false}
        onLinkOpen={(_element, event) => event.preventDefault()}
        UIOptions={{
          canvasActions: { export: false, loadScene: false, saveAsImage: false, saveToActiveFile: false },
        }}
        autoFocus
        handleKeyboardGlobally
      >
        <MainMenu>
          <MainMenu.DefaultItems.SearchMenu />
          <MainMenu.DefaultItems.Help />
          <MainMenu.DefaultItems.ClearCanvas />
          <MainMenu.Separator />
          <MainMenu.DefaultItems.ChangeCanvasBackground />
        </MainMenu>
      </Excalidraw>
    </div>
  );
}

function drawingOf(api: ExcalidrawImperativeAPI): Drawing {
  return {
    content: () => serializeAsJSON(api.getSceneElements(), api.getAppState(), api.getFiles(), 'local'),
    picture: () =>
      exportToBlob({
        elements: api.getSceneElements(),
        appState: { ...api.getAppState(), exportBackground: true, exportWithDarkMode: false, exportScale: 2 },
        files: api.getFiles(),
        mimeType: 'image/png',
        exportPadding: MARGIN,
      }),
  };
}
