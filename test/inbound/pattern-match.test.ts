// Patterns of jobs against the text of an event, with an end for those that would never come to one.
import { expect, it } from 'vitest'
import { openMatches } from '../../main/inbound/pattern-match.ts'

it('a pattern matches without regard to case', () => {
  const matches = openMatches('The build FAILED on main.')
  expect([matches('failed'), matches('^the .* main\\.$'), matches('passed')]).toEqual([
    ...['yes', 'yes', 'no'],
  ])
})

it('a pattern that would go on for hours is interrupted, and takes the time of few others', () => {
  const matches = openMatches(`${'a'.repeat(200)}!`)
  expect(matches('(a+)+$')).toBe('too-long')
  expect(matches('(a+)+$')).toBe('too-long')
  expect(matches('a!')).toBe('yes')
})

it('once the time of one event is used up, no further pattern is tried', () => {
  let at = 0
  const matches = openMatches('a', () => (at += 30))
  expect(['a', 'b', 'c', 'd', 'e'].map(matches)).toEqual([...['yes', 'no', 'no', 'no', 'too-long']])
})

it('a pattern that was interrupted while others had the processor is tried again, and not for ever', () => {
  let counted = 0
  const idle = openMatches(`${'a'.repeat(200)}!`, () => {
    counted += 1
    return 0
  })
  expect(idle('(a+)+$')).toBe('too-long')
  // Before and behind each of ten tries, and of the whole.
  expect(counted).toBe(13)
})
