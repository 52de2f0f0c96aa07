// A command over a layer: its words are advice, what it did decides.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Preset, standardPresets } from '../../contract/policy/preset.ts'
import { tierRank } from '../../contract/call/tier.ts'
import { decide } from '../../main/gate/decide.ts'
import { commitRequest, mayStage, stageRequest } from '../../main/gate/phase.ts'
import type { CommitFacts, DecisionRequest } from '../../main/gate/decision-request.ts'
import {
  ask,
  both,
  callers,
  fromWeb,
  part,
  policyWith,
  rule,
  run,
  running,
  write,
} from './decision-requests.ts'

const named = (name: string) =>
  policyWith({ preset: Preset.parse(standardPresets[name] ?? {}), presetName: name })
const plainFacts: CommitFacts = {
  whole: true,
  trees: [],
  deleted: 0,
  privileged: [],
  repositories: [],
}
const line = (text: string, more: Partial<DecisionRequest> = {}) =>
  ask(running, [run(part(text, { exact: false, opaque: true, effects: [] }))], more)
const staged = (request: DecisionRequest, preset: string) => {
  const { effect, tier } = decide(stageRequest(request), named(preset))
  return [effect, tier]
}
const committed = (
  paths: readonly string[],
  preset: string,
  facts: Partial<CommitFacts> = {},
  more: Partial<DecisionRequest> = {},
) => {
  const touches = paths.map((path) => write(path))
  const { effect, tier, stepUp } = decide(
    commitRequest(line('x', more), touches, { ...plainFacts, ...facts }),
    named(preset),
  )
  return [effect, tier, ...(stepUp ? ['step-up'] : [])]
}

describe('a staged command', () => {
  it.each([
    ['flow', ['allow', 'R1']],
    ['ask', ['allow', 'R1']],
    ['careful', ['confirm', 'R1']],
    ['read-only', ['deny', 'R1']],
  ])('runs there whatever its words are, as the preset %s has it for R1', (preset, want) => {
    for (const text of ['ls', 'rm -rf .', 'sudo reboot', '$(cat x | base64 -d)'])
      expect(staged(line(text), preset)).toEqual(want)
  })

  it('is asked about first where its words came out of text that anyone may have written', () => {
    expect(staged(line('make', { origins: fromWeb }), 'flow')).toEqual(['confirm', 'R3'])
  })

  it.each<
    [what: string, preset: string, paths: string[], facts: Partial<CommitFacts>, want: string[]]
  >([
    ['one file', 'flow', ['/w/a'], {}, ['allow', 'R2']],
    ['one file', 'ask', ['/w/a'], {}, ['confirm', 'R2']],
    ['one file', 'careful', ['/w/a'], {}, ['confirm', 'R2']],
    ['one file', 'read-only', ['/w/a'], {}, ['deny', 'R2']],
    ['a hook of git', 'flow', ['/w/.git/hooks/pre-commit'], {}, ['confirm', 'R3']],
    ['a commit of git', 'flow', ['/w/.git/index', '/w/.git/objects/4f/0c1d'], {}, ['allow', 'R2']],
    ['a branch of git', 'flow', ['/w/.git/HEAD', '/w/.git/refs/heads/x'], {}, ['allow', 'R2']],
    ['settings of git', 'flow', ['/w/.git/index', '/w/.git/config'], {}, ['confirm', 'R3']],
    ['a rebase', 'flow', ['/w/.git/rebase-merge/git-rebase-todo'], {}, ['confirm', 'R3']],
    ['ten deleted files', 'flow', ['/w/a'], { deleted: 10 }, ['allow', 'R2']],
    ['eleven deleted files', 'flow', ['/w/a'], { deleted: 11 }, ['confirm', 'R3']],
    ['a deleted tree', 'flow', ['/w/d'], { trees: ['d'] }, ['confirm', 'R3']],
    [
      'a deleted tree that is not kept',
      'flow',
      ['/w/d'],
      { trees: ['d'], whole: false },
      ['confirm', 'R4', 'step-up'],
    ],
    ['a file that is not kept', 'flow', ['/w/a'], { whole: false }, ['confirm', 'R3']],
    ['one deleted file', 'flow', ['/w/a'], { deleted: 1 }, ['allow', 'R2']],
    [
      'one deleted file that is not kept',
      'flow',
      ['/w/a'],
      { deleted: 1, whole: false },
      ['confirm', 'R4', 'step-up'],
    ],
    ['a file that runs as its owner', 'flow', ['/w/a'], { privileged: ['a'] }, ['confirm', 'R3']],
    ['a path outside', 'flow', ['/etc/a'], {}, ['confirm', 'R3']],
    ['a path on the STOP list', 'flow', ['/home/p/.ssh/a'], {}, ['confirm', 'R3']],
  ])('is decided by what it did: %s under %s', (_, preset, paths, facts, want) => {
    expect(committed(paths, preset, facts)).toEqual(want)
  })

  it('asks no more for what another agent changed: all of it can be put back', () => {
    for (const principal of [callers['mcp-client'], callers.subagent]) {
      expect(committed(['/w/a'], 'flow', {}, { principal })).toEqual(['allow', 'R2'])
      expect(committed(['/w/a'], 'flow', { whole: false }, { principal })).toEqual([
        'confirm',
        'R3',
      ])
    }
  })

  it('is never allowed by a lease or an allow rule for the command, nor in any preset above R2', () => {
    const preset = fc.constantFrom(...Object.keys(standardPresets))
    const facts = fc.record({
      whole: fc.boolean(),
      trees: fc.subarray(['a', 'b']),
      deleted: fc.nat(20),
      privileged: fc.subarray(['s']),
      repositories: fc.subarray(['r']),
    })
    fc.assert(
      fc.property(
        preset,
        facts,
        fc.subarray(['/w/a', '/w/.git/config', '/etc/x']),
        (name, given, paths) => {
          const policy = policyWith({
            preset: Preset.parse(standardPresets[name] ?? {}),
            presetName: name,
            rules: [rule('allow', { tools: ['exec'] })],
          })
          const request = commitRequest(
            line('x'),
            paths.map((path) => write(path)),
            given,
          )
          const { effect, tier } = decide(request, policy)
          return effect !== 'allow' || tierRank(tier) <= tierRank('R2')
        },
      ),
    )
  })

  it('is left alone where another agent runs it itself', () => {
    const native = { ...running, builtIn: false, name: 'claude_code_Bash' }
    const request = { ...line('make'), manifest: native, reviewed: true }
    expect(mayStage(request, decide(request, named('flow')))).toBe(false)
  })

  it('is staged only where the tier alone holds it', () => {
    const policy = named('ask')
    const confirmRule = policyWith({ rules: [rule('confirm', { tools: ['exec'] })] })
    const denyRule = policyWith({ rules: [rule('deny', { tools: ['exec'] })] })
    const request = line('make')
    expect([
      mayStage(request, decide(request, policy)),
      mayStage({ ...request, sandboxed: false }, decide(request, policy)),
      mayStage(request, decide(request, confirmRule)),
      mayStage(request, decide(request, denyRule)),
      mayStage(
        request,
        decide(request, policyWith({ tools: { exec: { default: 'confirm', disabled: false } } })),
      ),
      mayStage(
        { ...request, touches: [...request.touches, write('/w/a')] },
        decide(request, policy),
      ),
    ]).toEqual([true, false, false, false, false, false])
    expect(decide({ ...request, taint: both }, policy).effect).toBe('confirm')
  })
})
