declare module 'virtual:berth-forms' {
  /** The form's module, by the form's ID. */
  export const loaders: Readonly<Record<string, () => Promise<import('./form-definition.ts').FormDefinition>>>;
  /** The form's ID, by the app's key. */
  export const appForms: Readonly<Record<string, string>>;
}
