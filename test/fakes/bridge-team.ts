// A run with sub-agents for the stories: one of every state, one of them two below, one revoked.
import { EVERYTHING } from '../../contract/agent/grant.ts'
import type { Run, RunState } from '../../contract/agent/run.ts'
import { CallId, RunId, SessionId } from '../../contract/ids.ts'

const AT = Date.parse('2026-11-02T08:00:00Z')
const idOf = (number: number): RunId => RunId.parse(`run_0000000007${number}0`)
const sessionOf = (number: number): SessionId => SessionId.parse(`ses_0000000007${number}0`)

const bare = (number: number, title: string, agent: string, state: RunState): Run => ({
  id: idOf(number),
  session: sessionOf(number),
  title,
  agent,
  model: 'qwen3:8b',
  state,
  createdAt: AT + number * 1_000,
  updatedAt: AT + number * 2_000,
  steps: number,
  tokensIn: 900 * number,
  tokensOut: 80 * number,
  costs: [],
  from: null,
})

const TOP = bare(1, 'Compare the three proposals', 'main', 'working')

function below(parent: Run, run: Run, revokedAt: number | null = null): Run {
  const names = [parent.agent, ...(parent.parent?.names ?? [])]
  return {
    ...run,
    parent: {
      run: parent.id,
      names,
      root: TOP.id,
      rootSession: TOP.session,
      reported: false,
      call: CallId.parse(`call_0000000007${run.steps}0`),
      delegation: {
        depth: names.length,
        mostDepth: 3,
        grant: [...EVERYTHING],
        delegates: true,
        turns: 15,
        seconds: 300,
        expiresAt: AT + 86_400_000,
        parentHash: null,
        hash: '0'.repeat(64),
        revokedAt,
      },
    },
  }
}

export function team(): readonly Run[] {
  const lead = below(TOP, bare(2, 'Costs of each proposal', 'okr_tracker', 'working'))
  return [
    TOP,
    lead,
    below(
      lead,
      bare(3, 'Read the price list of the vendor, with all of its appendices', 'helper', 'waiting'),
    ),
    below(TOP, bare(4, 'Risks', 'helper', 'queued')),
    below(TOP, bare(5, 'References', 'helper', 'idle')),
    below(TOP, bare(6, 'Prices elsewhere', 'helper', 'stopped'), AT + 60_000),
    below(TOP, bare(7, 'Law', 'helper', 'failed')),
  ]
}
