// What is asked for a sub-agent, as a grant: tools by name, single actions of them. The caller has
// to have them as well, so a name that nobody has brings nothing.
import { EVERYTHING, type Grant } from '../../contract/agent/grant.ts'
import type { SubagentDraft } from '../../contract/call/subagent-power.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'

/** @param overSubagents names of the tools that start and look after sub-agents. */
export const requestedGrant =
  (overSubagents: readonly string[]) =>
  ({
    agent,
    tools,
    delegates,
  }: Pick<SubagentDraft, 'agent' | 'tools' | 'delegates'>): Result<Grant, Failure> => {
    if (agent !== 'helper')
      return err(
        failure(
          'agents.no-agent',
          `There is no agent named ${agent}.`,
          'Leave agent out for a plain helper.',
        ),
      )
    if (tools === null) return ok(EVERYTHING)
    const asked = tools.map((name) => {
      const [tool = '', action] = name.split('.')
      return { tool, actions: action === undefined ? null : [action], scopes: [] }
    })
    return ok([
      ...asked,
      ...(delegates ? overSubagents.map((tool) => ({ tool, actions: null, scopes: [] })) : []),
    ])
  }
