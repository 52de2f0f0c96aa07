// The topic `approvals`: what waits for a person, what an answer would bring, and the answer. What
// goes out has no secrets in it; inside main the same facts stay exact.
import type { Approval, ApprovalState, Reply } from '../../../contract/approval/approval.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { ScopePreviews } from '../../../contract/approval/suggestion.ts'
import type { LastingPreview } from '../../../contract/policy/simulation.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Suggestions } from './suggestions.ts'

export type ApprovalsServiceDeps = {
  readonly table: {
    list(
      states: readonly ApprovalState[],
      before: number | undefined,
      limit: number,
    ): readonly Approval[]
    get(id: ApprovalId): Approval | null
  }
  readonly answer: (
    id: ApprovalId,
    reply: Reply,
    surface: Surface,
  ) => Promise<Result<Approval, Failure>>
  readonly runAgain: (id: ApprovalId, surface: Surface) => Promise<Result<Approval, Failure>>
  readonly rehearse: (
    id: ApprovalId,
    surface: Surface,
    opened?: boolean,
  ) => Promise<Result<Approval, Failure>>
  /** What an answer that lasts would have done over the journal. */
  readonly preview: (approval: Approval, reply: Reply) => Promise<Result<LastingPreview, Failure>>
  /** What each of its scopes would have answered. */
  readonly scopes: (approval: Approval) => Promise<Omit<ScopePreviews, 'suggestion'>>
  readonly suggestions: Suggestions
  /** Every secret replaced. */
  readonly facts: <T>(value: T) => T
  /** As a screen shows it: every secret replaced. */
  readonly shown: (approval: Approval) => Approval
}

export function approvalsService({
  table,
  answer,
  rehearse,
  runAgain,
  preview,
  scopes,
  suggestions,
  facts,
  shown,
}: ApprovalsServiceDeps): TopicHandlers<'approvals'> {
  const known = (id: ApprovalId): Result<Approval, Failure> => {
    const found = table.get(id)
    return found === null ? err(unknown(id)) : ok(shown(found))
  }
  const shownIn = (given: Result<Approval, Failure>): Result<Approval, Failure> =>
    given.ok ? ok(shown(given.value)) : given

  return {
    'approvals.list': async ({ states, before, limit }) =>
      ok(table.list(states, before, limit).map(shown)),
    'approvals.get': async ({ id }) => known(id),
    async 'approvals.preview'({ id, ...reply }) {
      const found = known(id)
      return found.ok ? preview(found.value, reply) : found
    },
    async 'approvals.scopes'({ id }) {
      const approval = table.get(id)
      if (approval === null) return err(unknown(id))
      return ok({ ...(await scopes(approval)), suggestion: facts(suggestions.forCard(approval)) })
    },
    'approvals.suggestions': async () => ok(facts([...suggestions.list()])),
    async 'approvals.accept-suggestion'(which) {
      const accepted = await suggestions.accept(which)
      return accepted.ok ? ok(facts(accepted.value)) : accepted
    },
    async 'approvals.dismiss-suggestion'(which) {
      suggestions.dismiss(which)
      return ok({})
    },
    'approvals.rehearse': async ({ id, opened }, { surface }) =>
      shownIn(await rehearse(id, surface, opened)),
    'approvals.run-again': async ({ id }, { surface }) => shownIn(await runAgain(id, surface)),
    'approvals.answer': async ({ id, ...reply }, { surface }) =>
      shownIn(await answer(id, reply, surface)),
  }
}

const unknown = (id: ApprovalId): Failure =>
  failure('approval.unknown', `There is no approval ${id}.`)
