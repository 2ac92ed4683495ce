declare module 'virtual:berth-guide' {
  /** The guide's pages, by language. */
  export const loaders: Readonly<
    Record<
      import('./content.ts').GuideLanguage,
      () => Promise<{ readonly pages: readonly import('./content.ts').GuidePage[] }>
    >
  >;
}
