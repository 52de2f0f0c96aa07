// Who may make an agent out of a suggestion, and with what: a person with everything, an agent with no
// more than it has. What works for somebody else makes none, because that would outlive it.
import type { Principal } from '../../../../contract/call/principal.ts'
import { makerText, type AgentMaker } from '../../../../contract/agent/agent-maker.ts'
import type { Granted } from '../../../../contract/agent/capabilities/registry.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import type { RecordOf } from '../../../../contract/record/record.ts'
import { leftOutText, type MadeFromUse } from '../../../../contract/record/records-power.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { agentFromUse } from '../../../config/agents/agent-from-use.ts'
import type { AgentFiles } from '../../../config/agents/agent-files.ts'

export type MakeAgentFor = (
  suggestion: RecordOf<'suggestion'>,
  by: Principal,
  untrusted: string | null,
) => Result<MadeFromUse, Failure>

type MadeAgentDeps = {
  readonly files: Pick<AgentFiles, 'get' | 'save'>
  readonly now: () => number
}

export type MadeAgent = ReturnType<typeof wireMadeAgent>

export function wireMadeAgent({ files, now }: MadeAgentDeps) {
  const make = (
    suggestion: RecordOf<'suggestion'>,
    maker: AgentMaker,
    has: readonly Granted[] | null,
    untrusted: string | null,
  ): Result<MadeFromUse, Failure> => {
    const { skill } = suggestion.body
    if (skill === null)
      return err(failure('suggestion.no-skill', `The suggestion ${suggestion.id} is no skill.`))
    const day = new Date(now()).toISOString().slice(0, 10)
    const { text, name, capabilities, leftOut } = agentFromUse(
      skill,
      has,
      (each) => files.get(each) !== null,
      day,
    )
    if (capabilities.length === 0)
      return err(
        failure(
          'suggestion.nothing-left',
          `An agent that ${makerText(maker)} makes from this could use no tool.`,
          leftOut.map(leftOutText).join(' '),
        ),
      )
    const saved = files.save(text, { maker, untrusted: suggestion.untrusted ?? untrusted }, null)
    return saved.ok ? ok({ name, capabilities, leftOut }) : saved
  }
  const forCall: MakeAgentFor = (suggestion, by, untrusted) => {
    if (by.kind !== 'agent') return err(noMaker)
    const { name, runId: run } = by
    const file = files.get(name)
    const has = file === null ? null : file.state === 'ready' ? file.definition : undefined
    if (has === undefined) return err(noMaker)
    return make(suggestion, { kind: 'agent', name, run }, has?.capabilities ?? null, untrusted)
  }
  return {
    forCall,
    /** A person asked for it on a screen. */
    forPerson: (suggestion: RecordOf<'suggestion'>) =>
      make(suggestion, { kind: 'generated' }, null, null),
  }
}

const noMaker = failure(
  'suggestion.no-maker',
  'Only an agent of the person’s own can make an agent, in a run that no other agent and no job began.',
  'A person makes one under Records, Suggestions.',
)
