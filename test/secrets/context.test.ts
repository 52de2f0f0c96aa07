// Secrets that the words around them give away: how many are found, and what is taken for one. The
// figures are printed and are in docs/security-model.md.
import { describe, expect, it } from 'vitest'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { devAlike, devHard, devSpans } from './fixtures/context-dev.ts'
import { heldAlike, heldHard, heldSpans } from './fixtures/context-held.ts'
import { marked } from './fixtures/marked.ts'
import type { Marked } from './fixtures/marked.ts'

const redactor = openRedactor({ known: () => [] })
const show = (line: string): void => void process.stdout.write(`${line}\n`)
const read = (lines: readonly string[], seed: number): readonly Marked[] => lines.map(marked(seed))

async function missedOf(rows: readonly Marked[]): Promise<string[]> {
  const missed: string[] = []
  for (const { text, secrets } of rows) {
    const { text: shown } = await redactor.text(text)
    if (secrets.some((secret) => shown.includes(secret))) missed.push(text)
  }
  return missed
}

async function takenOf(rows: readonly Marked[]): Promise<string[]> {
  const taken: string[] = []
  for (const { text } of rows) {
    const { text: shown, found } = await redactor.text(text)
    if (shown !== text) taken.push(`${found.join(', ')}: ${text}`)
  }
  return taken
}

type Part = readonly [
  name: string,
  spans: readonly Marked[],
  hard: readonly Marked[],
  alike: readonly Marked[],
  least: number,
  most: number,
]
const parts: readonly Part[] = [
  ['worked on with', read(devSpans, 4_711), read(devHard, 815), read(devAlike, 42), 1, 0],
  ['held out', read(heldSpans, 90_210), read(heldHard, 1_337), read(heldAlike, 7), 0.97, 3],
]

describe('secrets that the words around them give away', () => {
  it.each(parts)('%s', async (name, spans, hard, alike, least, most) => {
    const [missed, missedHard, taken] = [
      await missedOf(spans),
      await missedOf(hard),
      await takenOf(alike),
    ]
    show(
      `redactor, context, ${name}: ${spans.length - missed.length} of ${spans.length} spans and ${hard.length - missedHard.length} of ${hard.length} hard ones hidden; ${taken.length} of ${alike.length} look-alikes changed`,
    )
    for (const line of [...missed, ...missedHard]) show(`  missed: ${JSON.stringify(line)}`)
    for (const line of taken) show(`  taken: ${line}`)
    const recall = 1 - (missed.length + missedHard.length) / (spans.length + hard.length)
    expect({
      recall: recall >= least,
      missed,
      missedHard,
      taken: taken.length <= most,
    }).toMatchObject({ recall: true, taken: true })
  })

  it('is enough to say something, and says each thing once', () => {
    const [spans, hard, alike] = [1, 2, 3].map((at) =>
      parts.flatMap((part) => (part[at] as readonly Marked[]).map(({ text }) => text)),
    )
    expect([
      (spans?.length ?? 0) >= 200,
      (hard?.length ?? 0) >= 40,
      (alike?.length ?? 0) >= 150,
    ]).toEqual([true, true, true])
    const all = [...(spans ?? []), ...(hard ?? []), ...(alike ?? [])]
    expect(all.length - new Set(all).size).toBe(0)
  })
})
