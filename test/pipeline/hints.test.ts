import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withHint } from '../../contract/failure.ts'

/** The bridge of a client starts with nothing of `contract`. */
const ALLOWED = ['contract/failure.ts', 'main/host/bridge/connect-to-app.ts']

describe('a failure as one text', () => {
  it.each<readonly [what: string, text: string, hint: string | undefined, whole: string]>([
    ['no hint', 'It is gone.', undefined, 'It is gone.'],
    ['an empty hint', 'It is gone.', '', 'It is gone.'],
    ['an empty text', '', 'Try again.', 'Try again.'],
    ['a sentence', 'It is gone.', 'Try again.', 'It is gone. Try again.'],
    ['a question', 'Is it gone?', 'Try again.', 'Is it gone? Try again.'],
    ['a sentence in quotes', 'It says “gone.”', 'Try again.', 'It says “gone.” Try again.'],
    ['no end of a sentence', 'No such file: a/b', 'Try again.', 'No such file: a/b. Try again.'],
    ['a number', 'It ended with 3', 'Try again.', 'It ended with 3. Try again.'],
    [
      'what a command wrote',
      'begun\n[stopped after 1 s]',
      'Try again.',
      'begun\n[stopped after 1 s]\nTry again.',
    ],
    [
      'a command that wrote nothing',
      '[stopped after 1 s]',
      'Try again.',
      '[stopped after 1 s]\nTry again.',
    ],
    ['JSON of a service', 'It answered {"a":1}', 'Try again.', 'It answered {"a":1}\nTry again.'],
  ])('with %s', (_what, text, hint, whole) => {
    expect(withHint(hint === undefined ? { text } : { text, hint })).toBe(whole)
  })

  it('is put together in one place', () => {
    // A line of its own after the text is another thing.
    const byHand =
      /\.text\} \$\{[^}]*\bhint\b|\.text, [\w.]*\bhint\b[^;]*\.join\(' '\)|\$\{text\} \$\{hint\b/
    const files = globSync('{main,tools,renderer,contract}/**/*.{ts,tsx}')
    const found = files.filter(
      (file) => !ALLOWED.includes(file) && byHand.test(readFileSync(file, 'utf8')),
    )
    expect([files.length > 1_000, found]).toEqual([true, []])
  })
})
