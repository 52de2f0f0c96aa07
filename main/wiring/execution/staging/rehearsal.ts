// Joins held calls to the module that rehearses them: on request, and unasked where that costs
// little; and holds an approval against what the rehearsal started from.
import { homedir } from 'node:os'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { requiredProtections } from '../../../../contract/call/manifest.ts'
import type { Surface } from '../../../../contract/call/principal.ts'
import type { Rehearsal, RehearsalStarter } from '../../../../contract/call/rehearsal.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { PipelineDeps, ExecuteDeps } from '../../../pipeline/pipeline-deps.ts'
import { rehearsedEntry, rehearsingEntry } from '../../../pipeline/record.ts'
import { rehearseCall } from '../../../pipeline/rehearse.ts'
import { evaluateForRehearsal } from '../../../pipeline/resume.ts'
import type { ConfigStore } from '../../../config/config.ts'
import { isCheap } from '../../../sandbox/rehearsal/eligibility.ts'
import type { Rehearser } from '../../../sandbox/rehearsal/rehearser.ts'
import { sameButForItself, sameEffect } from '../../../rehearsal/effect.ts'
import { named, touchedBy } from '../../../rehearsal/same-effect.ts'
import { closedPowers } from '../closed-powers.ts'
import { rehearsalBudget } from '../../../rehearsal/budget.ts'
import { rehearsalQueue } from '../../../rehearsal/queue.ts'
import { asRehearsed, notesOn, rehearsedFolder } from './client-rehearsal.ts'

export type RehearsalWiringDeps = {
  readonly pipeline: ExecuteDeps & Pick<PipelineDeps, 'requestOf'>
  readonly rehearser: Rehearser
  readonly table: {
    get(id: ApprovalId): Approval | null
    rehearsed(id: ApprovalId, rehearsal: Rehearsal): boolean
  }
  readonly config: Pick<ConfigStore, 'current'>
  readonly workspace: () => string
  readonly changed: (approval: Approval) => void
  /** Why what a staged command changed cannot be written any more; null: it can. */
  readonly stagedOutdated: (approval: Approval) => Promise<string | null>
  readonly now: () => number
}

/**
 * `surface`: whose request it was; null: nobody's, or a rehearsal that is done again for an
 * approval.
 */
type Starter = { readonly by: RehearsalStarter; readonly surface: Surface | null }

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
const OUTPUT_BYTES = 256 * 1024
const OUTPUT_CHARS = 32_000

export function wireRehearsal(deps: RehearsalWiringDeps): Rehearsals {
  const { pipeline, rehearser, table, config, now } = deps
  const queue = rehearsalQueue(MOST_AT_ONCE)
  const budget = rehearsalBudget(now)
  const underWay = new Map<
    ApprovalId,
    { readonly stop: AbortController; readonly result: Promise<Result<Approval, Failure>> }
  >()
  let closing = false
  const workspaceOf = (approval: Approval): Promise<string> =>
    rehearsedFolder(
      approval,
      deps.workspace(),
      (client) => config.current().gateway.clients[client]?.folders ?? [],
      homedir(),
    )
  /** As the gate names the workspace; for an agent's own folder that folder. */
  const rootOf = async (approval: Approval): Promise<string> => {
    const folder = await workspaceOf(approval)
    return folder === deps.workspace() ? pipeline.policy().roots.workspace : folder
  }

  const run = async (
    id: ApprovalId,
    { by, surface }: Starter,
    signal: AbortSignal,
  ): Promise<Result<Approval, Failure>> => {
    const approval = table.get(id)
    if (approval?.state !== 'pending' || signal.aborted) return err(ended(id))
    if (approval.staged !== null) return err(ranAlready)
    const found = await evaluateForRehearsal(approval, pipeline)
    if (!found.ok) return found
    const call = asRehearsed(found.value)
    if (!call.ok) return call
    const { timeoutSeconds } = config.current().rehearsal
    let started: number | null = null
    const outcome = await rehearser.rehearse({
      touches: approval.decision.touches,
      workspace: await workspaceOf(approval),
      by,
      signal,
      requires: requiredProtections(call.value.tool.manifest.requires),
      limits: {
        runTimeMs: timeoutSeconds * 1000,
        stdoutBytes: OUTPUT_BYTES,
        stderrBytes: OUTPUT_BYTES,
      },
      start: async () => {
        // As with every run: no record, no run.
        const written = await pipeline.journal(rehearsingEntry(approval, by, surface))
        started = pipeline.monotonic()
        return written.ok ? ok(null) : written
      },
      work: (powers, until) =>
        rehearseCall(call.value, { ...closed, ...powers }, until, pipeline.monotonic),
      redact: pipeline.redact,
      sanitizeOutput: async (text) => {
        const cleaned = await pipeline.clean(text, { maxChars: Number.POSITIVE_INFINITY })
        return pipeline.clean(await pipeline.redact(cleaned.text), { maxChars: OUTPUT_CHARS })
      },
    })
    if (started !== null && by === 'automatic')
      budget.spend(approval.principal.name, pipeline.monotonic() - started)
    if (started !== null)
      await pipeline.journal(
        rehearsedEntry(approval, outcome, Math.round(pipeline.monotonic() - started)),
      )
    if (!outcome.ok) return outcome
    const { notes } = outcome.value
    const shown = { ...outcome.value, notes: [...notesOn(found.value), ...notes] }
    if (!table.rehearsed(id, shown)) return err(ended(id))
    const after = table.get(id)
    if (after === null) return err(ended(id))
    deps.changed(after)
    return ok(after)
  }

  const start = (
    id: ApprovalId,
    starter: Starter,
    work = (signal: AbortSignal) => run(id, starter, signal),
  ): Promise<Result<Approval, Failure>> => {
    const already = underWay.get(id)
    if (already !== undefined) return already.result
    const stop = new AbortController()
    const result = closing ? null : queue.add(() => work(stop.signal))
    if (result === null) return Promise.resolve(err(busy))
    underWay.set(id, { stop, result })
    return result.finally(() => underWay.delete(id))
  }

  /** The card that was opened last, and what is rehearsed for nothing but that. */
  let openedLast: ApprovalId | null = null
  const unasked = new Set<ApprovalId>()
  /** For the card that is open alone: what was begun for another one that was opened before ends. */
  const startOpened = (approval: Approval): Promise<Result<Approval, Failure>> => {
    const { id } = approval
    openedLast = id
    for (const other of unasked) if (other !== id) underWay.get(other)?.stop.abort()
    if (underWay.has(id)) return start(id, { by: 'automatic', surface: null })
    unasked.add(id)
    // Looked at again when it is its turn: what waits with it may have used up the rest.
    return start(id, { by: 'automatic', surface: null }, async (signal) =>
      openedLast === id && !signal.aborted && budget.has(approval.principal.name)
        ? run(id, { by: 'automatic', surface: null }, signal)
        : ok(table.get(id) ?? approval),
    ).finally(() => unasked.delete(id))
  }

  /** Empty: nothing. Null: something, and nobody can say what. */
  const changedSince = async (approval: Approval): Promise<readonly string[] | null> => {
    const { rehearsal, decision } = approval
    return rehearsal === null
      ? []
      : rehearser.changedSince(rehearsal.inputs, decision.touches, await workspaceOf(approval))
  }
  const runs = ({ decision }: Approval): boolean =>
    decision.touches.some(({ kind }) => kind === 'proc.run')

  const inputsChanged = async (approval: Approval): Promise<string | null> => {
    // What is approved has happened, in a layer; whether it still fits the commit itself sees.
    if (approval.staged !== null) return null
    const changed = await changedSince(approval)
    if (changed === null) return 'the workspace it was rehearsed in'
    const touched = runs(approval) ? touchedBy(approval, changed, await rootOf(approval)) : changed
    return touched.length === 0 ? null : `${named(touched)}, on which it was rehearsed,`
  }

  /**
   * Null while the approval may be used. A change of what a command names or changed ends it; after
   * any other change it is rehearsed again, since nobody can tell what a program reads, and holds
   * only if it would still do just the same.
   */
  const outdated = async (approval: Approval): Promise<string | null> => {
    const changed = await changedSince(approval)
    if (approval.rehearsal === null || changed?.length === 0) return null
    const all = changed === null || changed.length === 0 ? '' : ` (${named(changed)})`
    if (!runs(approval)) return all
    const touched = changed === null ? [] : touchedBy(approval, changed, await rootOf(approval))
    if (touched.length > 0) return ` (${named(touched)})`
    // Under the limits of the first: what a person started may take as long as it did.
    const again = async (): Promise<Rehearsal | null> => {
      const created = await start(approval.id, {
        by: approval.rehearsal?.by ?? 'automatic',
        surface: null,
      })
      return created.ok ? created.value.rehearsal : null
    }
    const once = await again()
    if (once === null || sameEffect(approval.rehearsal, once)) return once === null ? all : null
    const twice = await again()
    const same =
      twice !== null &&
      once.inputs === twice.inputs &&
      sameButForItself(approval.rehearsal, once, twice)
    return same ? null : all
  }

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
    !closing &&
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
      if (!opened) return start(id, { by: 'person', surface })
      if (approval.staged !== null)
        return ok(await withConflicts(approval, approval.staged.conflicts))
      // A command line opens no card; a window does, also one in a browser.
      if (surface === 'cli' || !isFree(approval)) return ok(approval)
      return startOpened(approval)
    },
    closed: ({ id }) => underWay.get(id)?.stop.abort(),
    inputsChanged,

    async outdated(approval) {
      if (approval.staged !== null) return deps.stagedOutdated(approval)
      const what = await outdated(approval)
      return what === null
        ? null
        : `The workspace changed after the rehearsal${what}, so the approval was not used.`
    },

    async dispose() {
      closing = true
      for (const { stop } of underWay.values()) stop.abort()
      await queue.idle()
    },
  }
}

const busy = failure('rehearsal.busy', 'Too many rehearsals are waiting.', 'Try again in a moment.')
const ended = (id: ApprovalId): Failure =>
  failure(
    'approval.answered',
    `The approval ${id} is no longer pending, so its call is not rehearsed.`,
  )

const ranAlready = failure(
  'rehearsal.staged',
  'This command has run in a staged copy already. The card shows what it did there.',
)
const unreachable = failure(
  'rehearsal.closed',
  'A rehearsal cannot access anything outside the workspace.',
)
/** Never needed by a call that can be rehearsed; closed all the same. */
const closed = closedPowers(unreachable)
