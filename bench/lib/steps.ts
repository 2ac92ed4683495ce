/**
 * Runs one step of a benchmark and logs it, so that a hanging step is visible.
 * @param limitS seconds that it may take
 * @throws Error naming the step if it takes longer; its work continues until disposed
 */
export async function step<T>(name: string, limitS: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${limitS} s: ${name}`)), limitS * 1_000);
  });
  console.log(`  … ${name}`);
  try {
    const result = await Promise.race([work(), late]);
    console.log(`    ${name}: done in ${seconds()} s`);
    return result;
  } catch (error) {
    console.log(`    ${name}: failed after ${seconds()} s`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Disposes what a benchmark started, in reverse order; reports what does not end in time. */
export async function disposeAll(begun: readonly { readonly name: string; readonly end: () => Promise<unknown> }[]) {
  for (const { name, end } of [...begun].reverse()) {
    await step(`disposing ${name}`, 30, end).catch((error: unknown) => console.error(`  ${String(error)}`));
  }
}
