// A held call as it is shown: facts about it repeat its arguments, which may hold secrets.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { Redactor } from './redactor.ts'

export const shownApproval =
  ({ facts }: Pick<Redactor, 'facts'>) =>
  (given: Approval): Approval => ({
    ...given,
    ...facts(
      {
        title: given.title,
        decision: given.decision,
        origins: given.origins,
        proposals: given.proposals,
        word: given.word,
      },
      given.tool,
    ),
  })
