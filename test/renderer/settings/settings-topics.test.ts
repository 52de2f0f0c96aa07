import { describe, expect, it } from 'vitest'
import { settingsTopics, topicsWith } from '../../../renderer/features/settings/topics.ts'

const ids = (typed: string): readonly string[] => topicsWith(typed).map(({ id }) => id)

describe('the search of Settings', () => {
  it.each([
    ['', settingsTopics.map(({ id }) => id)],
    ['   ', settingsTopics.map(({ id }) => id)],
    ['Ollama', ['model']],
    ['dark', ['appearance']],
    ['SANDBOX doctor', ['protections']],
    ['passphrase totp', ['step-up']],
    ['sound', ['notifications']],
    ['license', ['licences']],
    ['weather', ['web']],
    ['submarine', []],
  ])('finds under “%s”', (typed, expected) => expect(ids(typed)).toEqual(expected))

  it('finds every part by its own name', () => {
    for (const { id, title } of settingsTopics) expect(ids(title)).toContain(id)
  })

  it('gives every part an address of its own', () => {
    expect(new Set(settingsTopics.map(({ id }) => id)).size).toBe(settingsTopics.length)
    for (const { id } of settingsTopics) expect(id).toMatch(/^[a-z-]+$/)
  })
})
