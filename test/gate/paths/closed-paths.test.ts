// A closed place in a command: refused where another agent runs it itself, asked with a true
// sentence where the sandbox hides it.
import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../../main/command/analyse.ts'
import { verbLength } from '../../../main/command/verb-length.ts'
import { commandRisks } from '../../../main/gate/command-risk.ts'
import { decide } from '../../../main/gate/decide.ts'
import { proposeScopes } from '../../../main/gate/scopes/propose.ts'
import { CLOSED_LINES, OPEN_LINES } from '../../command/closed-lines.ts'
import { zoneOf } from '../../command/summary.ts'
import { ask, policyWith, run, running } from '../decision-requests.ts'

const native = { ...running, builtIn: false }
const decisionOf = async (line: string, manifest: typeof running) => {
  const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
  return decide(ask(manifest, [run(...parts)]), policyWith({}))
}
const sentencesOf = async (line: string): Promise<readonly string[]> =>
  commandRisks(await analyseCommand(line, { cwd: '/w', zoneOf })).map(({ text }) => text)

describe("another agent's own command", () => {
  it.each(CLOSED_LINES)('is refused when it names a closed place: %s', async (line) => {
    expect(await decisionOf(line, native)).toMatchObject({
      effect: 'deny',
      by: { kind: 'stop', id: 'stop.path' },
    })
  })

  it.each(OPEN_LINES)('is not refused for a name that is not one: %s', async (line) => {
    expect((await decisionOf(line, native)).by.kind).not.toBe('stop')
  })
})

describe('a command behind the sandbox', () => {
  it.each(CLOSED_LINES)(
    'asks when it names a closed place, and no answer lasts: %s',
    async (line) => {
      const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
      const decision = await decisionOf(line, running)
      expect(decision.effect).toBe('confirm')
      expect(decision.reasons.map(({ code }) => code)).toContain('command.closed')
      expect(proposeScopes([run(...parts)], { workspace: '/w', verbLength })).toEqual([])
    },
  )
})

describe('the sentence about what is not known', () => {
  it.each([
    ['cat ~/.ssh/id_rsa', 'It names a protected path that no call may touch: ~/.ssh/id_rsa'],
    ['cat $F', 'Gatehouse cannot tell in advance which file or folder it reads: cat $F'],
    [
      'grep -r foo /etc',
      'It may read everything below a folder outside the workspace, including protected paths: grep -r foo /etc',
    ],
    ['frobnicate x', 'frobnicate is not a program Gatehouse knows, so its effect is unknown.'],
    ['cat --frob x', 'Gatehouse does not know what cat does in this form: cat --frob x'],
    ['git st', 'Gatehouse cannot tell in advance what this part runs: git st'],
  ])('is its own: %s', async (line, sentence) => {
    expect(await sentencesOf(line)).toEqual([sentence])
  })

  it('is that of its settings, where a repository names a program', async () => {
    const parts = await analyseCommand('git status', {
      cwd: '/w',
      zoneOf,
      programsOf: async () => 'core.fsmonitor',
    })
    expect(commandRisks(parts).map(({ text }) => text)).toEqual([
      'The settings of the repository it reads make git run another program or read another folder: git status',
    ])
  })
})
