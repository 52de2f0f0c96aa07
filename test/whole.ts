// A test whose name ends with @whole, or whose file has `// @module-tag whole`, runs in
// `npm run test:whole` and where its file or a word of it is named, not in a plain `npm test`
// (decision 64).

/** In a plain `npm test`, for what marks cannot cut: pictures are drawn in one theme. */
export const short = process.env['GATEHOUSE_TEST_PART'] === 'short'

/** Of a table whose first column is only a name: the first few rows stay in `npm test`. */
export function fewRows<Row extends readonly [name: string, ...rest: readonly unknown[]]>(
  rows: readonly Row[],
  few: number,
): readonly Row[] {
  const later = ([name, ...rest]: Row) => [`${name} @whole`, ...rest] as unknown as Row
  return rows.map((row, at) => (at < few ? row : later(row)))
}

/** The same where a row is one word, which is its name: `each(fewWords(owners, 1))('… %s', (_name, owner)`. */
export const fewWords = <Word extends string>(
  words: readonly Word[],
  few: number,
): readonly (readonly [name: string, word: Word])[] =>
  fewRows(
    words.map((word) => [word, word] as const),
    few,
  )

/** The same where the first column is no name: `each(fewCases(rows, 3))('%s …', (_name, first, second)`. */
export const fewCases = <Row extends readonly unknown[]>(
  rows: readonly Row[],
  few: number,
): readonly (readonly [name: string, ...row: Row])[] =>
  rows.map((row, at) => [`${JSON.stringify(row[0])}${at < few ? '' : ' @whole'}`, ...row] as const)
