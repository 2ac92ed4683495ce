import '@excalidraw/excalidraw/index.css';
import {
  CaptureUpdateAction,
  Excalidraw,
  exportToBlob,
  hashElementsVersion,
  languages,
  MainMenu,
  reconcileElements,
  restoreElements,
} from '@excalidraw/excalidraw';
import type {
  BinaryFileData,
  Collaborator,
  ExcalidrawImperativeAPI,
  ExcalidrawInitialDataState,
  ExcalidrawProps,
  SocketId,
} from '@excalidraw/excalidraw/types';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Language, LOCALES } from '../i18n/locales.ts';
import { useTexts } from '../i18n/store.ts';
import type { Point } from './board-connection.ts';
import styles from './canvas.module.css';
import type { SharedDrawing } from './collaboration.ts';
import { canBeShown, LightPictures } from './light-pictures.ts';
import { type Scene, type SceneElement, usedOf } from './scene.ts';

/** What the surrounding screen needs from the drawing surface. */
export interface Drawing extends SharedDrawing {
  /** The current scene to save; its elements change in place. */
  readonly scene: () => Scene;
  /** The drawn area as an image on white. */
  readonly picture: () => Promise<Blob>;
}

interface CanvasProps {
  /** The saved scene; null for a new board. */
  readonly scene: Scene | null;
  readonly name: string;
  readonly onReady: (drawing: Drawing) => void;
  /** Called when the drawing changes. */
  readonly onChange: () => void;
  /** Called when the user's own pointer moves. */
  readonly onPoint: (point: Point) => void;
  /** Called with whether the board is empty. */
  readonly onEmpty: (isEmpty: boolean) => void;
}

const MARGIN = 24;
/** A board opens ready to write on. */
const PEN = { type: 'freedraw', customType: null, lastActiveTool: null, locked: false };

const MENU = (
  <MainMenu>
    <MainMenu.DefaultItems.SearchMenu />
    <MainMenu.DefaultItems.Help />
    <MainMenu.DefaultItems.ClearCanvas />
    <MainMenu.Separator />
    <MainMenu.DefaultItems.ChangeCanvasBackground />
  </MainMenu>
);
const UI_OPTIONS = {
  canvasActions: { export: false, loadScene: false, saveAsImage: false, saveToActiveFile: false },
} as const;

export default function Canvas(props: CanvasProps) {
  const { language } = useTexts();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [fixed] = useState(() => fixedProps(latest));
  return (
    <div className={styles.canvas}>
      <Excalidraw
        {...fixed}
        name={props.name}
        langCode={langCodeOf(language)}
        // Its dark theme is a filter over every picture of the board, which a computer without a graphics card draws too slowly.
        theme="light"
        UIOptions={UI_OPTIONS}
        aiEnabled={false}
        validateEmbeddable={false}
        autoFocus
        handleKeyboardGlobally
      >
        {MENU}
      </Excalidraw>
    </div>
  );
}

/** The drawing surface's own texts, in English where it does not have the reader's language. */
function langCodeOf(language: Language): string {
  const { vuetify_lang } = LOCALES[language];
  return languages.find(({ code }) => code.split('-')[0] === vuetify_lang)?.code ?? 'en';
}

/** Props that stay identical while a board is open, so that the drawing surface rerenders only on real changes. */
function fixedProps(latest: RefObject<CanvasProps>): ExcalidrawProps {
  const { scene } = latest.current;
  let before: string | undefined;
  return {
    initialData: {
      ...scene,
      appState: { ...scene?.appState, activeTool: PEN },
    } as unknown as ExcalidrawInitialDataState,
    excalidrawAPI: (api) => latest.current.onReady(drawingOf(api, () => latest.current.onChange())),
    onChange(elements, { viewBackgroundColor }) {
      // Called for every pointer movement.
      const now = `${hashElementsVersion(elements)} ${viewBackgroundColor}`;
      if (before !== undefined && before !== now) latest.current.onChange();
      before = now;
      latest.current.onEmpty(elements.every(({ isDeleted }) => isDeleted));
    },
    onPointerUpdate: ({ pointer }) => latest.current.onPoint(pointer),
    onLinkOpen: (_element, event) => event.preventDefault(),
  };
}

function drawingOf(api: ExcalidrawImperativeAPI, onChange: () => void): Drawing {
  const light = new LightPictures(onChange);
  return {
    scene: () => sceneOf(api),
    elements: () => api.getSceneElementsIncludingDeleted(),
    merge(elements) {
      // Validated before (elements.ts); restoring fills in missing fields.
      const theirs = restoreElements(elements as unknown as Parameters<typeof restoreElements>[0], null);
      const remote = theirs as unknown as Parameters<typeof reconcileElements>[1];
      const merged = reconcileElements(api.getSceneElementsIncludingDeleted(), remote, api.getAppState());
      // Nobody can undo another person's drawing.
      api.updateScene({ elements: merged, captureUpdate: CaptureUpdateAction.NEVER });
    },
    pictures: () => light.of(api.getFiles()),
    async addPictures(pictures) {
      const shown = await Promise.all(pictures.map(canBeShown));
      const good = pictures.filter((_, index) => shown[index]);
      if (good.length === 0) return;
      api.addFiles(good.map((each) => ({ ...each, created: Date.now() })) as unknown as BinaryFileData[]);
      onChange();
    },
    showPointers(pointers) {
      const others = pointers.map(({ id, name, x, y }): [SocketId, Collaborator] => {
        const socketId = id as SocketId;
        return [socketId, { id, socketId, username: name, pointer: { x, y, tool: 'pointer' } }];
      });
      api.updateScene({ collaborators: new Map(others) });
    },
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

function sceneOf(api: ExcalidrawImperativeAPI): Scene {
  const elements = api.getSceneElements() as unknown as readonly SceneElement[];
  const { viewBackgroundColor, gridSize, gridStep, gridModeEnabled } = api.getAppState();
  const appState = { viewBackgroundColor, gridSize, gridStep, gridModeEnabled };
  return { elements, appState, files: usedOf(elements, api.getFiles()) };
}
