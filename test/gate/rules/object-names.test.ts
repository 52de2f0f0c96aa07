// Programs, verbs and options that are called as a member of every object of the language: a table that
// is looked up by such a word must not answer with that member.
import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../../main/command/analyse.ts'
import { decide, explain } from '../../../main/gate/decide.ts'
import { zoneOf } from '../../command/summary.ts'
import { ask, policyWith, rule, running } from '../decision-requests.ts'

const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']
const lines: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `${word} rm -rf x`,
  (word) => `${word} ${word} --${word}=${word} -${word}`,
  (word) => `sudo ${word} x`,
  (word) => `sh -c '${word} x'`,
  (word) => `${word}=1 make`,
  (word) => `env ${word}=1 git push`,
  (word) => `git ${word} --force`,
  (word) => `git -c ${word}=x push`,
  (word) => `git commit -m ${word}`,
  (word) => `git ${word} -m "a b"`,
  (word) => `npm ${word} x`,
  (word) => `npm run ${word}`,
  (word) => `kubectl ${word} pods`,
  (word) => `docker ${word} rm x`,
  (word) => `terraform ${word}`,
  (word) => `python3 -m ${word}`,
  (word) => `node ${word}`,
  (word) => `find . -exec ${word} {} +`,
  (word) => `xargs ${word} < x`,
  (word) => `for ${word} in a; do echo $${word}; done`,
  (word) => `${word}() { ls; }; ${word}`,
  (word) => `alias ${word}=rm; ${word} x`,
  (word) => `cat ${word} > ${word}`,
]

const patterns = (word: string): readonly string[] => [
  word,
  `${word} rm`,
  `sudo ${word}`,
  'rm -r',
  `git ${word}`,
]

describe.each(words)('a line with the word %s', (word) => {
  it.each(lines.map((line) => [line(word)]))('is decided and explained: %s', async (line) => {
    const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
    const request = ask(running, [
      { kind: 'proc.run', command: line, cwd: '/w', zone: 'workspace', parts: [...parts] },
    ])
    for (const commands of patterns(word))
      for (const effect of ['allow', 'confirm', 'deny'] as const) {
        const policy = policyWith({
          rules: [rule(effect, { commands: [commands] })],
          ownStop: ['/x/**'],
        })
        const { votes: _votes, ...explained } = explain(request, policy)
        expect(explained).toEqual(decide(request, policy))
      }
    const named = policyWith({ rules: [rule('deny', { commands: [word] })] })
    const names = parts.some((part) => part.words[0] === word)
    expect([!names, decide(request, named).effect === 'deny']).toContain(true)
  })
})
