import { firstFiles } from './lib/first-files.ts';
import { type Figure, type Result, rounded } from './lib/result.ts';

/** Gzipped bytes of the first load of console and home screen. For profile forms and other pages see routes. */
export async function run(): Promise<Result> {
  const figure = async (name: string, page: string, aim: number): Promise<Figure> => {
    const bytes = [...(await firstFiles(page)).values()].reduce((sum, each) => sum + each, 0);
    return { name, unit: 'kB', value: rounded(bytes / 1_000, 1), aim };
  };
  return {
    benchmark: 'first-load',
    figures: [await figure('console', 'index.html', 215), await figure('home screen', 'session.html', 85)],
  };
}
