// A person who denies a command and allows programs that could run it, with any arguments: no line of
// the list runs it without a person.
import { describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { decide } from '../../main/gate/decide.ts'
import { zoneOf } from '../command/summary.ts'
import { ask, policyWith, rule, running } from './decision-requests.ts'
import { WAYS_ROUND } from './ways-round.ts'

/** Decided by the rule that denies, beside one that allows every other program of the line. */
async function decided(line: string, denied = 'rm -rf') {
  const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
  const program = denied.split(' ')[0]
  const others = [...new Set(parts.flatMap(({ words }) => words.slice(0, 1)))].filter(
    (name) => /^[\w./-]+$/.test(name) && name !== program,
  )
  const rules = [
    { ...rule('deny', { commands: [denied] }), id: 'denied' },
    ...(others.length === 0
      ? []
      : [
          {
            ...rule('allow', { commands: others.flatMap((name) => [name, `${name} {any}`]) }),
            id: 'free',
          },
        ]),
  ]
  const touch: CanonicalTouch = {
    kind: 'proc.run',
    command: line,
    cwd: '/w',
    zone: 'workspace',
    parts: [...parts],
  }
  return decide(ask(running, [touch]), policyWith({ rules }))
}

/** Texts that a program runs, files that the line writes and runs, copies under another name. */
const HELD: readonly string[] = [
  'make CMD="rm -rf x"',
  'CMD="rm -rf x" make',
  "split --filter='rm -rf x' f",
  "together 'rm -rf x' 'npm test'",
  "cross-env-shell 'rm -rf x'",
  "mytool --after='cd y && rm -rf x'",
  "mytool 'EXEC:rm -rf x'",
  'ln -s /bin/rm z; ./z -rf x',
  'cp /bin/rm z && ./z -rf x',
  'cp "$(which rm)" z; ./z -rf x',
  'install /usr/bin/rm z; ./z -rf x',
  "echo 'rm -rf x' > s.sh; sh s.sh",
  "printf 'rm -rf x' > s.sh && chmod +x s.sh && ./s.sh",
  "tee s.sh <<< 'rm -rf x'; sh s.sh",
  'cat > s.sh <<EOF\nrm -rf x\nEOF\nbash s.sh',
  "echo 'ls; rm -fr x' >> run; . ./run",
]
/** The words are there, and nothing runs them. */
const NAMED: readonly string[] = [
  'echo "rm -rf x"',
  'grep -rn "rm -rf x" .',
  'git commit -m "rm -rf x"',
  'git commit -am "rm -rf is gone"',
  'gh pr create --title "rm -rf x" --body y',
  "echo 'rm -rf x' > notes",
  'cat <<EOF > notes\nrm -rf x\nEOF',
  'mytool "please do not rm -rf x"',
  'cp form.txt z',
  'which rm',
  'npm test -- rm.test.ts',
  'git checkout -- rm.ts',
]

describe('a rule that denies "rm -rf", beside one that allows all other programs of the line', () => {
  it('lets no way round run without a person', async () => {
    const silent: string[] = []
    for (const line of WAYS_ROUND) if ((await decided(line)).effect === 'allow') silent.push(line)
    expect(silent).toEqual([])
  })

  it.each(HELD)('asks for %j, which holds it as a text or under another name', async (line) => {
    const { effect, by } = await decided(line)
    expect([effect, by]).toEqual(['confirm', { kind: 'rule', id: 'denied' }])
  })

  it.each(NAMED)('says nothing of %j', async (line) => {
    expect((await decided(line)).by).not.toEqual({ kind: 'rule', id: 'denied' })
  })
})
