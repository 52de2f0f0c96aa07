// The one limit on how deep arguments may be nested, wherever they come in: the code behind every
// entry point walks them by recursion.

/** Lists and objects within each other, the outermost counted. */
export const DEEPEST = 128
/** What a request of an entry point wraps round the arguments. */
export const WRAPPED = 8

/** Walks without recursion, so that it can be asked of anything. */
export function isTooDeep(value: unknown, most: number = DEEPEST): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const holders = level.filter(
      (each): each is object => typeof each === 'object' && each !== null,
    )
    if (holders.length > 0 && depth >= most) return true
    level = holders.flatMap((each) => Object.values(each) as unknown[])
  }
  return false
}
