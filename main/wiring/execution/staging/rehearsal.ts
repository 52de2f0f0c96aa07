// Joins held calls to the module that rehearses them: on request, and unasked where that costs
// little; and holds an approval against what the rehearsal started from.
import { homedir } from 'node:os'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import type { Surface } from '../../../../contract/call/principal.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { isCheap } from '../../../sandbox/rehearsal/eligibility.ts'
import { rehearsalBudget } from '../../../rehearsal/budget.ts'
import { rehearseOpenedCard } from '../../../rehearsal/opened-card.ts'
import { openRehearsalsUnderWay } from '../../../rehearsal/under-way.ts'
import { rehearsedFolder } from './client-rehearsal.ts'
import { ended, rehearseHeld, type RehearseHeldDeps } from './rehearse-held.ts'
import { inputsChanged, outdatedBy, type RehearsedInputsDeps } from './rehearsed-inputs.ts'

export type RehearsalWiringDeps = RehearseHeldDeps & {
  readonly workspace: () => string
  /** Why what a staged command changed cannot be written any more; null: it can. */
  readonly stagedOutdated: (approval: Approval) => Promise<string | null>
  readonly now: () => number
}

export type Rehearsals = {
  /** A person wants to see it: waits for its turn and for its end. */
  /**
   * `opened`: its card was opened. Then it is run only where nobody has to be asked for that; of a
   * command that ran in a copy already it is said which of its files changed since.
   */
  rehearse(id: ApprovalId, surface: Surface, opened?: boolean): Promise<Result<Approval, Failure>>
  /** It was answered: a rehearsal under way is stopped. */
  closed(approval: Approval): void
  /** What of that which the call touches is not as it was when it was rehearsed; null: nothing. */
  inputsChanged(approval: Approval): Promise<string | null>
  /**
   * Why an approval may not be used any more, because of what its rehearsal started from; null: it
   * may. After some changes it is rehearsed again to find out.
   */
  outdated(approval: Approval): Promise<string | null>
  /** Stops what runs and waits until nothing of it is left. */
  dispose(): Promise<void>
}

/** The one that runs, and those that wait. */
const MOST_AT_ONCE = 8

export function wireRehearsal(deps: RehearsalWiringDeps): Rehearsals {
  const { pipeline, rehearser, table, config, now } = deps
  const underWay = openRehearsalsUnderWay(MOST_AT_ONCE)
  const budget = rehearsalBudget(now)
  const workspaceOf = (approval: Approval): Promise<string> =>
    rehearsedFolder(
      approval,
      deps.workspace(),
      (client) => config.current().gateway.clients[client]?.folders ?? [],
      homedir(),
    )
  const run = rehearseHeld(deps, budget, workspaceOf)
  const inputs: RehearsedInputsDeps = {
    rehearser,
    workspaceOf,
    /** As the gate names the workspace; for an agent's own folder that folder. */
    async rootOf(approval) {
      const folder = await workspaceOf(approval)
      return folder === deps.workspace() ? pipeline.policy().roots.workspace : folder
    },
    // Under the limits of the first: what a person started may take as long as it did.
    async again({ id }, { by }) {
      const created = await underWay.start(id, (signal) => run(id, { by, surface: null }, signal))
      return created.ok ? created.value.rehearsal : null
    },
  }

  const rehearseOpened = rehearseOpenedCard(underWay)
  // Looked at again when it is its turn: what waits with it may have used up the rest.
  const startOpened = (approval: Approval): Promise<Result<Approval, Failure>> =>
    rehearseOpened(approval.id, async (isStillOpen, signal) =>
      isStillOpen() && budget.has(approval.principal.name)
        ? run(approval.id, { by: 'automatic', surface: null }, signal)
        : ok(table.get(approval.id) ?? approval),
    )

  /** As it would be committed now: every file that changed since its command ran. */
  const withConflicts = async (
    approval: Approval,
    before: readonly string[],
  ): Promise<Approval> => {
    const changes = await pipeline.staging.stored(approval.callId)
    const conflicts = [...new Set([...before, ...(changes?.conflicts ?? [])])].toSorted()
    return { ...approval, staged: { conflicts } }
  }

  /**
   * Whether it is run for nothing but the opening of its card. A preview shows the same already.
   */
  const isFree = ({ decision, previews, rehearsal, principal }: Approval): boolean =>
    !underWay.isClosing() &&
    config.current().rehearsal.automatic &&
    rehearsal === null &&
    previews.length === 0 &&
    isCheap(decision.touches, decision.tier) &&
    budget.has(principal.name)

  return {
    async rehearse(id, surface, opened = false) {
      const approval = table.get(id)
      if (approval === null) return err(failure('approval.unknown', `There is no approval ${id}.`))
      if (approval.state !== 'pending') return err(ended(id))
      if (!opened) return underWay.start(id, (signal) => run(id, { by: 'person', surface }, signal))
      if (approval.staged !== null)
        return ok(await withConflicts(approval, approval.staged.conflicts))
      // A command line opens no card; a window does, also one in a browser.
      if (surface === 'cli' || !isFree(approval)) return ok(approval)
      return startOpened(approval)
    },
    closed: ({ id }) => underWay.stop(id),
    inputsChanged: (approval) => inputsChanged(approval, inputs),

    async outdated(approval) {
      if (approval.staged !== null) return deps.stagedOutdated(approval)
      const what = await outdatedBy(approval, inputs)
      return what === null
        ? null
        : `The workspace changed after the rehearsal${what}, so the approval was not used.`
    },

    dispose: underWay.dispose,
  }
}
