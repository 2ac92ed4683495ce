/**
 * German texts of the drawing surface that address nobody: the library says "du", the product "Sie" in German and "du" in
 * Swiss German, for which the library has no texts. By the library's groups and keys.
 */
export const EXCALIDRAW_GERMAN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hints: {
    canvasPanning:
      'Zeichenfläche verschieben: beim Ziehen das Mausrad oder die Leertaste gedrückt halten, oder das Hand-Werkzeug verwenden',
    freeDraw: 'Klicken und ziehen, zum Beenden loslassen',
    text: 'Tipp: Ein Doppelklick mit dem Auswahlwerkzeug fügt an jeder Stelle Text ein',
    text_editing: 'Escape oder CtrlOrCmd+Eingabetaste schließt die Bearbeitung ab',
    lockAngle: 'SHIFT gedrückt halten, um den Winkel einzuschränken',
    resize:
      'SHIFT gedrückt halten, um die Proportionen beizubehalten; ALT gedrückt halten, um die Größe vom Zentrum aus zu ändern',
    resizeImage:
      'SHIFT gedrückt halten, um die Größe frei zu ändern; ALT gedrückt halten, um sie vom Zentrum aus zu ändern',
    rotate: 'SHIFT beim Drehen gedrückt halten, um den Winkel einzuschränken',
    lineEditor_pointSelected: 'Entfernen löscht Punkte, CtrlOrCmd+D dupliziert sie, Ziehen verschiebt sie',
    lineEditor_nothingSelected:
      'Einen Punkt zum Bearbeiten auswählen (mit SHIFT mehrere),\noder mit Alt und Klick neue Punkte hinzufügen',
    publishLibrary: 'Eigene Bibliothek veröffentlichen',
    deepBoxSelect: 'CtrlOrCmd gedrückt halten, um innerhalb der Gruppe auszuwählen und nicht zu ziehen',
    eraserRevert: 'Alt gedrückt halten, um zum Löschen markierte Elemente wiederherzustellen',
    disableSnapping: 'CtrlOrCmd gedrückt halten, um das Einrasten auszuschalten',
  },
  alerts: {
    clearReset: 'Die gesamte Zeichenfläche wird gelöscht. Fortfahren?',
    loadSceneOverridePrompt: 'Eine andere Zeichnung zu laden ersetzt den vorhandenen Inhalt. Fortfahren?',
    confirmAddLibrary: 'Zur Bibliothek hinzufügen? Formen: {{numShapes}}',
    imageDoesNotContainScene:
      'Dieses Bild scheint keine Szenendaten zu enthalten. Wurde die Szene beim Exportieren eingebettet?',
    resetLibrary: 'Die Bibliothek wird gelöscht. Fortfahren?',
  },
  errors: {
    imageInsertError: 'Das Bild konnte nicht eingefügt werden. Bitte später erneut versuchen.',
  },
  errorSplash: {
    headingMain: 'Es ist ein Fehler aufgetreten. <button>Seite neu laden</button>',
    clearCanvasMessage: 'Wenn das Neuladen nicht hilft: <button>Zeichenfläche löschen</button>',
    openIssueMessage:
      'Die Fehlerinformationen enthalten nichts aus der Zeichnung. Ist sie nicht privat, hilft eine Meldung im <button>Bug-Tracker</button> mit den Angaben unten.',
  },
  toast: {
    pasteAsSingleElement:
      'Mit {{shortcut}} als einzelnes Element einfügen\noder in einen vorhandenen Texteditor einfügen',
    unrecognizedLinkFormat:
      'Der eingebettete Link hat nicht das erwartete Format. Bitte den Einbettungscode der Quellseite einfügen.',
  },
};

/** The library's module of German texts with ours in it. Throws if it is built in another way. */
export function withOwnGerman(code: string): string {
  const name = /([\w$]+) as default\b/.exec(code)?.[1];
  if (name === undefined) throw new Error("Excalidraw's German texts have no default export");
  const own = JSON.stringify(EXCALIDRAW_GERMAN);
  return `${code}\nfor(const[group,texts]of Object.entries(${own}))Object.assign(${name}[group],texts);`;
}
