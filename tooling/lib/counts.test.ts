import { describe, expect, it } from 'vitest';
import { closingLine, countPlaywright, countVitest, settle, summary } from './counts.mjs';

const counts = (passed: number, failed: number, skipped = 0) => ({ passed, failed, skipped });

describe('counting tests', () => {
  it('counts a Vitest file that does not load as a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'passed', assertionResults: [{}] },
    ];
    const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults };
    expect(countVitest(report)).toEqual(counts(7, 2, 3));
  });

  it('counts Playwright errors outside tests as failures', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [{}] })).toEqual(counts(4, 2, 2));
    expect(countPlaywright({ stats })).toEqual(counts(4, 1, 2));
  });

  it('counts a stage with no tests, no report or a bad exit as one failure', () => {
    expect(settle(counts(0, 0), 0)).toEqual(counts(0, 1));
    expect(settle(counts(0, 0, 5), 0)).toEqual(counts(0, 1, 5));
    expect(settle(undefined, 0)).toEqual(counts(0, 1));
    expect(settle(counts(5, 0), 1)).toEqual(counts(5, 1));
  });

  it('keeps a consistent result unchanged', () => {
    expect(settle(counts(5, 0), 0)).toEqual(counts(5, 0));
    expect(settle(counts(5, 2), 1)).toEqual(counts(5, 2));
  });

  it('ends with one line that adds up the stages', () => {
    const results = [
      { name: 'unit', seconds: 12.34, ...counts(40, 2, 1) },
      { name: 'types', seconds: 3, ...counts(1, 0) },
    ];
    expect(closingLine(results)).toBe('41 passed, 2 failed');
    expect(summary(results)).toContain('✗ unit     12.3 s  40 passed, 2 failed, 1 skipped\n✓ types');
    const failures = [{ test: 'a.test.ts › floats', message: 'expected 1' }];
    expect(summary([{ name: 'unit', seconds: 1, ...counts(0, 1), failures }])).toContain(
      'a.test.ts › floats\n    expected 1',
    );
  });
});
