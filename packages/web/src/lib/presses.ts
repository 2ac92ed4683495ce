/** Counts consecutive presses of a key: true for the press that is the `times`-th within `withinMs`. */
export function createPressCounter({ times, withinMs }: { times: number; withinMs: number }): (at: number) => boolean {
  let presses: number[] = [];
  return (at) => {
    presses = [...presses.filter((earlier) => at - earlier < withinMs), at];
    if (presses.length < times) return false;
    presses = [];
    return true;
  };
}
