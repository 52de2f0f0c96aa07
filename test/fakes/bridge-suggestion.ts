// A person who has approved the same three times, and is asked whether that is a rule.
import type { Suggestion } from '../../contract/approval/suggestion.ts'
import { ok } from '../../contract/result.ts'
import { approvalId } from './bridge-data.ts'
import { silent } from './bridge-step-up.ts'

const suggestion: Suggestion = {
  id: approvalId(102),
  proposal: 0,
  text: 'edits of README.md',
  principal: { kind: 'agent', name: 'assistant' },
  times: 3,
}

export const suggesting: Pick<typeof silent, 'approvals.scopes' | 'approvals.suggestions'> = {
  async 'approvals.scopes'(...asked) {
    const found = await silent['approvals.scopes'](...asked)
    return found.ok ? ok({ ...found.value, suggestion }) : found
  },
  'approvals.suggestions': async () => ok([suggestion]),
}
