// The fake Gatehouse with a model that costs something, and with limits of money.
import { AgentLimits } from '../../contract/policy/config/agent-limits.ts'
import type { AppState } from '../../contract/ipc/app-state.ts'

export const pricedApp = ({ model, agent }: AppState): Pick<AppState, 'model' | 'agent'> => ({
  model: {
    ...model,

    provider: 'anthropic',
    name: 'claude-sonnet-4-5',
    label: 'claude-sonnet-4-5',
    keySet: true,
    names: { small: 'claude-haiku-4-5', local: 'qwen3:4b' },
    prices: {
      'claude-sonnet-4-5': { in: 3, cached: 0.3, out: 15, currency: 'USD' },
      'qwen3*': { in: 0, out: 0, currency: 'USD' },
    },
  },
  agent: {
    ...agent,
    limits: AgentLimits.parse({
      run: { cost: { amount: 2.5, currency: 'USD' } },
      day: { cost: { amount: 10, currency: 'USD' } },
    }),
  },
})
