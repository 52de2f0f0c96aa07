// What is loaded and compiled some seconds after a start, so that the first page of a process holds
// nothing up.
import { describe, expect, it } from 'vitest'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { warmUp } from '../../main/secrets/warm-up.ts'

describe('warming up', () => {
  it('looks through text that holds no secret, and finds none', async () => {
    const redactor = openRedactor({ known: () => [] })
    const found: string[] = []
    const text = async (given: string) => {
      const redacted = await redactor.text(given)
      found.push(...redacted.found)
      return redacted
    }
    await warmUp({ text, json: redactor.json })
    expect(found).toEqual([])
  })

  it('ends when the app does', async () => {
    let reads = 0
    const redactor = openRedactor({ known: () => [] })
    const text = (given: string) => {
      reads += 1
      return redactor.text(given)
    }
    await warmUp({ text, json: redactor.json }, () => reads > 1)
    expect(reads).toBe(2)
  })
})
