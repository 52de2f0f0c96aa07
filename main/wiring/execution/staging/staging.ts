// Joins staged commands to the module that runs them in a layer, and to undo, which keeps what they
// changed until it is carried over or thrown away.
import { resolve } from 'node:path'
import { failure, type Failure } from '../../../../contract/failure.ts'
import type { CallId } from '../../../../contract/ids.ts'
import type { ProcessEnd, RunPower } from '../../../../contract/call/powers/run-power.ts'
import type { TriedHost } from '../../../../contract/call/rehearsal.ts'
import type { Protection } from '../../../../contract/protection.ts'
import { letGo } from '../../../../contract/let-go.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { CommitOutcome, StageEnd, StagePort } from '../../../pipeline/staging/stage-port.ts'
import type { CpuLimits } from '../../../sandbox/runner-powers.ts'
import type { StagedEnd, Stager } from '../../../sandbox/staging/stage.ts'
import type { StagedRun } from '../../../undo/staged/staged-store.ts'
import type { Undo } from '../../../undo/undo.ts'
import { closedPowers } from '../closed-powers.ts'
import { stagedChanges, type StagedTexts } from './staged-changes.ts'
import { untried } from '../untried.ts'

export type StagingDeps = {
  readonly stager: Pick<Stager, 'stage' | 'suits'>
  /** What holds on this machine. */
  readonly protections: () => readonly Protection[]
  readonly undo: Pick<Undo, 'stage' | 'staged' | 'commit' | 'discard' | 'forget'>
  /** As configured. */
  readonly workspace: () => string
  /** The folder of Gatehouse's data, real path, and the workspace's. */
  readonly own: string
  readonly realWorkspace: () => string
  readonly texts: StagedTexts
  /** Processor time of a command. */
  readonly cpuLimits: () => CpuLimits
  /** Whether a folder can be copied is found out before its first command comes. */
  readonly eager: boolean
  /** Whether commands can be tried in a copy is another than before. */
  readonly changed: () => void
  readonly now: () => number
  readonly monotonic: () => number
}

/** How long a workspace over which no layer could be laid is not tried again. */
const RETRY_MS = 60_000

type Staged = StagedEnd<Result<StagedRun, Failure>>

export function stagingPort(deps: StagingDeps): StagePort {
  const { stager, undo, workspace, texts, now, monotonic } = deps
  let [refusedFolder, refusedAt] = ['', Number.NEGATIVE_INFINITY]
  let lookedAt = ''

  const missing = (refused: boolean): Failure | null =>
    untried({
      platform: process.platform,
      protections: deps.protections(),
      ownInside: isWithin(deps.own, deps.realWorkspace()),
      refused,
    })
  const refuse = (folder: string): void => {
    const before = refusedFolder
    ;[refusedFolder, refusedAt] = [folder, monotonic()]
    if (before !== folder) deps.changed()
  }

  const look = (): void => {
    const folder = workspace()
    if (lookedAt === folder || !deps.eager) return
    lookedAt = folder
    letGo(
      stager.suits(folder).then((suits) => {
        // A command may have come first, and found out more.
        if (!suits && lookedAt === folder && refusedFolder === '') refuse(folder)
      }),
    )
  }

  return {
    possible() {
      look()
      return missing(refusedFolder === workspace() && monotonic() - refusedAt <= RETRY_MS) === null
    },
    missing() {
      look()
      return missing(refusedFolder === workspace())
    },

    run(request) {
      const [at, begun, folder] = [now(), monotonic(), workspace()]
      const ran: { staged?: Staged; failed?: Failure } = {}
      const power: RunPower = {
        async run(asked) {
          if (ran.staged !== undefined || ran.failed !== undefined) return err(onlyOne)
          const staged = await stager.stage({
            request: asked,
            permitted: request.permitted,
            workspace: folder,
            limits: { ...request.limits, ...deps.cpuLimits() },
            requires: request.requires,
            signal: request.signal,
            onOutput: request.onOutput,
            read: (layer, ended) => undo.stage(request.callId, layer, ended),
          })
          if (!staged.ok) {
            ran.failed = staged.error
            if (staged.error.code === 'stage.overlay') refuse(folder)
            return staged
          }
          if (refusedFolder === folder) refuse('')
          ran.staged = staged.value
          return ok(staged.value.ended)
        },
      }
      return {
        powers: { ...closed, 'proc.run': power },
        async end() {
          if (ran.staged === undefined) return asLive(ran.failed?.text ?? 'it ran no command')
          return endOf(ran.staged, { at, durationMs: monotonic() - begun }, texts)
        },
      }
    },

    commit({ callId }) {
      let outcome: CommitOutcome = { kind: 'stopped', conflicts: [], why: 'nothing was written' }
      const run = async (): Promise<Result<ProcessEnd, Failure>> => {
        const committed = await undo.commit(callId)
        if (!committed.ok) return committed
        const { end, ended } = committed.value
        switch (end.kind) {
          case 'committed':
            outcome = { kind: 'committed', undo: { kind: 'kept', files: end.files } }
            return ok(ended)
          case 'conflicts': {
            const paths = end.conflicts.map(({ path }) => path)
            outcome = { kind: 'stopped', conflicts: paths, why: 'changed meanwhile' }
            await undo.discard(callId)
            return err(conflicting(paths))
          }
          case 'failed': {
            const [first] = end.failed
            const why = first === undefined ? 'it failed' : `${first.path} ${first.why}`
            outcome = { kind: 'stopped', conflicts: [], why }
            await undo.discard(callId)
            return err(
              uncommitted(
                why,
                end.left.map(({ path }) => path),
              ),
            )
          }
        }
      }
      return { powers: { ...closed, 'proc.run': { run } }, outcome: () => outcome }
    },

    async stored(callId) {
      const found = await undo.staged(callId)
      if (!found.ok || found.value?.kind !== 'staged') return null
      return stagedChanges(found.value, { at: now(), durationMs: 0 }, texts)
    },
    discard: (callId: CallId) => undo.discard(callId),
    forget: (callId: CallId) => undo.forget(callId),
  }
}

async function endOf(
  staged: Staged,
  when: { readonly at: number; readonly durationMs: number },
  texts: StagedTexts,
): Promise<StageEnd> {
  const { end } = staged.ended
  const tried = staged.hosts ?? []
  if (staged.kind === 'overfull') return asLive('it wrote more than a staged copy may hold', tried)
  const { read } = staged
  if (end.kind === 'timed-out') return asLive('it reached its time limit', tried)
  if (end.kind === 'flooded') return asLive('it wrote more output than is allowed', tried)
  if (tried.length > 0)
    return asLive(`it asked for ${tried.map(({ host }) => host).join(', ')}`, tried)
  if (!read.ok) return asLive(read.error.text)
  if (read.value.kind === 'none') return asLive(read.value.why)
  const { changes, problems } = read.value
  const [problem] = problems
  if (problem !== undefined) return asLive(`${problem.path} ${problem.why}`)
  if (changes.length === 0) return { kind: 'unchanged' }
  return { kind: 'changed', changes: await stagedChanges(read.value, when, texts) }
}

const asLive = (why: string, hosts: readonly TriedHost[] = []): StageEnd => ({
  kind: 'live',
  why,
  hosts,
})

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(`${resolve(root)}/`)

const onlyOne = failure('stage.only-one', 'A staged call runs one command.')
const conflicting = (paths: readonly string[]): Failure =>
  failure(
    'commit.conflicts',
    `Not written: ${named(paths)} changed in the workspace after the command ran.`,
    'Run the command again: it runs on what is there now.',
  )
const uncommitted = (why: string, left: readonly string[]): Failure =>
  failure(
    'commit.failed',
    `Not written: ${why}.${left.length === 0 ? ' Everything is as it was.' : ` Could not be put back: ${named(left)}.`}`,
    'Free disk space or check the permissions, then run it again.',
  )
const named = (paths: readonly string[]): string =>
  paths.length <= 3
    ? paths.join(', ')
    : `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more`

const closed = closedPowers(
  failure('stage.closed', 'A staged command reaches nothing but its copy.'),
)
