// How many secrets of each class are found, and how many look-alikes are left alone.
import { describe, expect, it } from 'vitest'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { lookAlikes as usualLookAlikes } from './fixtures/corpus-look-alikes.ts'
import { spans as usualSpans } from './fixtures/corpus-spans.ts'
import { formLookAlikes, formSpans } from './fixtures/form-spans.ts'
import { languageLookAlikes } from './fixtures/language-look-alikes.ts'
import { languageSpans } from './fixtures/language-spans.ts'
import { plainLookAlikes, plainSpans } from './fixtures/plain-spans.ts'
import { writtenSpans } from './fixtures/written-spans.ts'

const spans = [...usualSpans, ...formSpans, ...languageSpans, ...writtenSpans, ...plainSpans]
const lookAlikes = [
  ...usualLookAlikes,
  ...formLookAlikes,
  ...languageLookAlikes,
  ...plainLookAlikes,
]

const redactor = openRedactor({ known: () => [] })
const shown = async (text: string): Promise<string> => (await redactor.text(text)).text

describe('the corpus', () => {
  it('is large enough to say something, and each span holds its secret', () => {
    expect([spans.length >= 120, lookAlikes.length >= 120]).toEqual([true, true])
    expect(spans.filter(([, text, secret]) => !text.includes(secret))).toEqual([])
  })

  it('loses no class: every span is hidden', async () => {
    const missed: string[] = []
    for (const [, text, secret] of spans)
      if ((await shown(text)).includes(secret)) missed.push(text)
    expect(missed).toEqual([])
  })

  it('changes no look-alike', async () => {
    const changed: string[] = []
    for (const [, text] of lookAlikes) if ((await shown(text)) !== text) changed.push(text)
    expect(changed).toEqual([])
  })

  it('finds the same in the middle of a long output', async () => {
    const around = 'one line of a long output\n'.repeat(2_000)
    for (const [, text, secret] of spans.filter((_span, at) => at % 9 === 0)) {
      const found = !(await shown(text)).includes(secret)
      expect([text, !(await shown(`${around}${text}\n${around}`)).includes(secret)]).toEqual([
        text,
        found,
      ])
    }
  })
})
