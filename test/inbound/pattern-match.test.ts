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
  const matches = openMatches('a', () => (at += 60))
  expect(['a', 'b', 'c', 'd', 'e'].map(matches)).toEqual([...['yes', 'no', 'no', 'no', 'too-long']])
})
