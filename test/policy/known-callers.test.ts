// A question about nobody is an error, and one about somebody is not.
import { describe, expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import type { SupposedCall } from '../../contract/policy/supposed.ts'
import { unknownCaller } from '../../main/policy/known-callers.ts'

const config = Config.parse({
  gateway: { clients: { ci: {} } },
  rules: [
    { id: 'a', when: { agents: ['review*', 'nightly'] }, effect: 'deny', reason: 'r' },
    { id: 'b', when: { agents: ['*'] }, effect: 'deny', reason: 'r' },
  ],
})
const problem = (principal: SupposedCall['principal'], agent: string | undefined) =>
  unknownCaller({ principal, agent }, { config, clients: ['editor'], agents: ['main', 'scout'] })

describe('there is', () => {
  it.each<[what: string, principal: SupposedCall['principal'], agent: string | undefined]>([
    ['somebody where no name is given', undefined, undefined],
    ['the agent of Gatehouse', undefined, 'main'],
    ['the agent of the tour', 'agent', 'tour'],
    ['an agent of the person', undefined, 'scout'],
    ['an agent that a rule names', 'agent', 'nightly'],
    ['an agent that a pattern of a rule means', 'agent', 'reviewer'],
    ['a client that is connected', 'mcp-client', 'editor'],
    ['a client of the configuration', 'mcp-client', 'ci'],
    ['a client that could be connected', 'mcp-client', 'claude-code'],
    ['the person', 'person', 'you'],
    ['the command line', 'cli', 'command line'],
    ['a schedule of any name, for there is no list of them', 'schedule', 'daily'],
    ['a sub-agent of any name, for there is no list of them', 'subagent', 'scout'],
  ])('%s', (_what, principal, agent) => expect(problem(principal, agent)).toBeNull())
})

describe('there is no', () => {
  it.each<[what: string, principal: SupposedCall['principal'], agent: string, hint: string]>([
    ['agent that nobody named', undefined, 'nobody', 'There are: main, tour, scout, and'],
    ['agent with a slip in its name', 'agent', 'mian', 'Did you mean main?'],
    ['agent that is a client', undefined, 'claude-code', 'add --principal mcp-client'],
    ['client that was never connected', 'mcp-client', 'edior', 'Did you mean editor?'],
    ['other person', 'person', 'bob', 'There are: you'],
    ['other command line', 'cli', 'main', 'There are: command line'],
  ])('%s', (_what, principal, agent, hint) =>
    expect(problem(principal, agent)).toMatchObject({
      code: 'caller.unknown',
      text: expect.stringContaining(`named "${agent}"`),
      hint: expect.stringContaining(hint),
    }),
  )
})
