// What became of the sentences that were proposed for the window: each is where the table says, and
// the sentences that were to go are gone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'copy-review.md'), 'utf8')

type Row = {
  readonly proposed: string
  readonly became: string
  readonly said: readonly string[]
  readonly files: readonly string[]
  readonly why: string
}

const spans = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

const rows: readonly Row[] = page
  .split('\n')
  .filter((line) => /^\| .* \|$/.test(line) && !/^\| (?:---|Proposed)/.test(line))
  .map((line) => {
    const [proposed = '', became = '', said = '', files = '', why = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return { proposed, became, said: spans(said), files: spans(files), why }
  })

/** `…` in the table: a value, or the dots of a button. */
const pattern = (text: string): RegExp =>
  new RegExp(
    text
      .split('…')
      .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('(?:…|[^\\n]{0,120}?)'),
    'iu',
  )

/** As a person reads it: over the ends of lines. */
const sourceOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(String.raw`\'`, '’')

const plain = (text: string): string => text.replaceAll(/['’`]/g, '')

describe('the sentences that were proposed', () => {
  it('are all there, and counted as the page says', () => {
    const count = (became: string) => rows.filter((row) => row.became === became).length
    expect(page).toContain(`a list of ${rows.length} sentences`)
    expect(page).toContain(
      `${count('taken')} were taken word for word, ${count('in part')} in part, and in place of ${count('another')} there is another sentence`,
    )
    expect(count('taken') + count('in part') + count('another')).toBe(rows.length)
    expect(rows.length).toBe(198)
  })

  it.each(rows)('$became: $proposed', ({ proposed, became, said, files, why }) => {
    const sources = files.map(sourceOf)
    expect(files).not.toEqual([])
    expect(said).not.toEqual([])
    expect(said.filter((text) => !sources.some((source) => pattern(text).test(source)))).toEqual([])
    const same = plain(said.join(' · ')) === plain(proposed)
    expect({ same, reason: why.length > 12, silent: why === '' }).toEqual(
      became === 'taken'
        ? { same: true, reason: false, silent: true }
        : { same: false, reason: true, silent: false },
    )
  })
})
