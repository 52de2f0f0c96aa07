// What a bench gives to the table of `npm run bench`.

/** One measured figure. `goal` as printed; `holds` null where there is none. */
export type BenchLine = {
  readonly name: string
  readonly value: string
  readonly goal: string | null
  readonly holds: boolean | null
}

/** Exit code of a bench that says why it could not measure. */
export const NOT_MEASURED = 3

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
