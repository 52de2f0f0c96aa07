// What the strip claims of the sandbox: nothing before it was tried, and nothing better than what
// is known.
import { expect, it } from 'vitest'
import { sandboxWords } from '../../renderer/app/frame/sandbox-text.ts'

it.each([
  ['trying', 0, 'checking…', 'plain'],
  ['trying', 14, 'checking…', 'plain'],
  ['missing', 14, 'not enforced, so commands are denied', 'warn'],
  ['enforced', 0, 'enforced', 'good'],
  ['enforced', 1, 'enforced, 1 protection missing', 'warn'],
  ['enforced', 2, 'enforced, 2 protections missing', 'warn'],
] as const)('%s with %s missing is: %s', (state, missing, words, tone) => {
  expect(sandboxWords(state, missing, true)).toEqual({ words, tone })
})

it.each([
  ['trying', 'checking…', 'plain'],
  ['missing', 'not enforced, so commands are denied', 'warn'],
  ['enforced', 'enforced, commands not tried in a copy', 'warn'],
] as const)('%s, and nothing can be tried in a copy: %s', (state, words, tone) => {
  expect(sandboxWords(state, 0, false)).toEqual({ words, tone })
})
