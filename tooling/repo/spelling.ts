import { lineAt, sourcesOf } from './sources.ts';

/** British forms with their American replacement; match whole words and parts of identifiers. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/organis(?=at|e|ing|ed)/i, 'organiz'],
  [/(?<![A-Za-z])[Ee]nrol(?![lL])|(?<=[a-z])Enrol(?!l)|(?<![A-Z])ENROL(?!L)/, 'enroll'],
  [/signalling/i, 'signaling'],
  [/(?:col|fav|hon|harb|neighb|behavi)our/i, '-or'],
  [/catalogue/i, 'catalog'],
  [/licence/i, 'license'],
  [/(?:recogn|normal|serial|initial|author|summar|synchron)is(?=e|ing|ation)/i, '-iz'],
  [/(?:maxim|minim|optim)is(?=ed?\b|ing|ation)/i, '-iz'],
  [/\bgreys?\b/i, 'gray'],
  [/\bcentred?s?\b/i, 'center'],
  [/metres?\b/i, 'meter'],
  [/fulfil(?!l)/i, 'fulfill'],
  [/labelled(?!by)/i, 'labeled'],
  [/\b(?:to|after|back|up|down)wards\b/i, '-ward'],
  [/\bspelt\b/i, 'spelled'],
  [/sanitis(?=e|ing|ation)/i, 'sanitiz'],
  [/\banalys(?=e[ds]?\b|ing\b)/i, 'analyz'],
  [/\b(?:defence|artefact|judgement)s?\b/i, 'defense, artifact, judgment'],
  [/(?:dial|model|travel|signal)l(?=ed\b|ing\b|er\b)/i, '-l-'],
];

/**
 * Exceptions: a CSS keyword, stored names (database tables and functions), action names in hash-chained audit logs, rejected former
 * names, German words, and third-party lists.
 */
const KEPT_WORDS =
  /\bBERTH_SIGNALLING\b|\bBERTH_ENROLMENT_CODE\b|\benrolment_\w+|\benrol_machine\b|\benrolment\.(?:create|list|delete|enrol)\b|\b\w*[Oo]rganisatione\w*|(?<=ms )backwards/g;
const KEPT_FILES =
  /\/(?:i18n|texts)\/(?!eng\/)[a-z]{3}\/|\/common-passwords|^docs\/guide\/deu\/|\/db\/(?:migrations\/|schema\.ts$)|^docs\/words\.md$|tooling\/repo\/spelling(?:\.test)?\.ts$/;

/** Metaphors that once stood for test environments, memory and connections: write the field's own term instead. */
const METAPHORS: readonly (readonly [RegExp, string])[] = [
  [/seaworth/i, 'accessible, valid'],
  [/\b(?:open|start)Harbou?r\b|\blayGround\b/, 'startTestEnvironment'],
  [/\bmoor[A-Z]\w*/, 'register'],
  [/\b(?:comes?|came|coming) alongside\b/i, 'registers'],
  [/\bTakingTurns\b/, 'ConnectionPoolBudget'],
  [/\bputAway\b/, 'disposeAll'],
];
/** Former sample names of organizations and machines. */
const SAMPLE_WORDS: readonly [RegExp, string] = [
  /(?<![A-Za-z])(?:harbor|quay|crane|mooring|pier|buoy|tide|ebb)s?(?![a-z])/i,
  'company, lobby, counter, printer',
];
const SAMPLE_FILES = /^(?:e2e|bench|tooling|docs|packages)\//;
const METAPHOR_FILES = /(?:^|\/)(?:ahead|at|desk|ebb|found|leads|together)(?:\.test)?\.tsx?$/;

/** Metaphors in code, texts and documents, as `file:line: word`, and in file names. */
export function metaphors(root: string): string[] {
  return sourcesOf(root, /\.(?:tsx?|mjs|md|sh)$/)
    .filter(({ file }) => !KEPT_FILES.test(file))
    .flatMap(({ file, text }) => [
      ...(METAPHOR_FILES.test(file) ? [`${file}: name the file by what it holds`] : []),
      ...[...METAPHORS, ...(SAMPLE_FILES.test(file) ? [SAMPLE_WORDS] : [])].flatMap(([form, term]) =>
        [...text.matchAll(new RegExp(form, `g${form.flags}`))].map(
          ({ index, 0: word }) => `${file}:${lineAt(text, index)}: "${word}" is called "${term}" here`,
        ),
      ),
    ]);
}

/** British spellings in code, texts and documents, as `file:line: word`. */
export function britishSpellings(root: string): string[] {
  return sourcesOf(root, /\.(?:tsx?|mjs|css|md|json|ya?ml|sh)$/)
    .filter(({ file }) => !KEPT_FILES.test(file) && !file.endsWith('package-lock.json'))
    .flatMap(({ file, text }) => {
      const own = text.replace(KEPT_WORDS, (word) => '_'.repeat(word.length));
      return FORMS.flatMap(([form, american]) =>
        [...own.matchAll(new RegExp(form, `g${form.flags}`))].map(
          ({ index, 0: word }) => `${file}:${lineAt(own, index)}: "${word}" is spelled "${american}" here`,
        ),
      );
    });
}
