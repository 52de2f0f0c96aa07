// Replays a trace under one preset through a whole Gatehouse: the real gate, the real sandbox, a real
// project, a simulated person. Says of each call whether it was asked about, and what it really did,
// by looking at the project and at what was given back, not at what Gatehouse says.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Approval } from '../../../contract/approval/approval.ts'
import { JournalFilter } from '../../../contract/journal/journal.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import { openApp } from '../../../main/wiring/app.ts'
import { systemClock } from '../../../main/wiring/clock.ts'
import type { Clock } from '../../../main/wiring/clock.ts'
import { askOf, letIn, ownCaller, perMinute } from './callers.ts'
import type { Ask, Make } from './callers.ts'
import type { Effect } from './mix.ts'
import { simulatePerson } from './person.ts'
import type { Habit } from './person.ts'
import { CANARY, makeProject, OUTSIDE } from './project.ts'
import type { Project } from './project.ts'
import { inFolder } from './trace.ts'
import type { TraceCall } from './trace.ts'

const anyRow = JournalFilter.parse({})

type Decided = Extract<JournalEntry, { kind: 'decision' }>
type Staged = Extract<JournalEntry, { kind: 'staged' }>

export type Replayed = {
  readonly call: TraceCall
  readonly asked: readonly Approval[]
  /** What the person could not answer as it wanted to. */
  readonly faults: readonly string[]
  /** Of the last decision. Null: it was turned away before there was anything to decide. */
  readonly decision: Decided['decision'] | null
  readonly status: string
  /** Beyond ordinary files of the workspace, as it was really seen to be. */
  readonly did: ReadonlySet<Effect>
  /** The command changed files of the project, in its copy. */
  readonly changed: boolean
  /** Hosts that the command asked for in its copy. */
  readonly hosts: readonly string[]
  /** The approval that an answer which lasts came from, where it let this call run. */
  readonly lease: Approval | null
}

export async function replay(
  preset: string,
  trace: readonly TraceCall[],
  habit: Habit = 'first-scope',
): Promise<readonly Replayed[]> {
  const project = makeProject()
  const { HOME } = process.env
  process.env['HOME'] = project.home
  try {
    return await replayIn(project, preset, trace, habit)
  } finally {
    if (HOME === undefined) delete process.env['HOME']
    else process.env['HOME'] = HOME
    project.remove()
  }
}

async function replayIn(
  project: Project,
  preset: string,
  trace: readonly TraceCall[],
  habit: Habit,
): Promise<readonly Replayed[]> {
  const { own, workspace, home } = project
  writeFileSync(
    join(own, 'config.yaml'),
    `workspace: ${workspace}\npreset: ${preset}\nmodel: { provider: manual }\n${perMinute}`,
  )
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: own },
    platform: process.platform,
    homedir: home,
  })
  const clock = traceClock()
  const options = { host: 'browser', paths, version: '0.0.0-bench', gatewayPort: 0, clock } as const
  const opened = await openApp(options)
  if (!opened.ok) throw new Error(opened.error.text)
  const app = opened.value
  try {
    const ask = askOf(app)
    const person = await simulatePerson(app, ask, habit)
    const connect = await letIn(ask)
    let session = -1
    let make: Make & { close?(): Promise<void> } = ownCaller(app, ask)
    const done: Replayed[] = []
    for (const call of trace) {
      if (call.session !== session) {
        await make.close?.()
        make = call.caller === 'own' ? ownCaller(app, ask) : await connect()
        session = call.session
      }
      clock.reach(call.atMs)
      person.expect(call.effect)
      const [askedBefore, faultsBefore] = [person.asked.length, person.faults.length]
      const before = stateOf(project)
      const seq = (await ask('audit.page', { limit: 1, filter: anyRow })).rows[0]?.seq ?? 0
      const given = await make(call.tool, inFolder(call, workspace))
      const entries = await entriesSince(ask, seq)
      const decided = entries.filter((entry): entry is Decided => entry.kind === 'decision')
      const staged = entries.filter((entry): entry is Staged => entry.kind === 'staged')
      const end = entries.findLast((entry) => entry.kind === 'outcome' || entry.kind === 'refused')
      const last = decided.at(-1)?.decision ?? null
      done.push({
        call,
        asked: person.asked.slice(askedBefore),
        faults: person.faults.slice(faultsBefore),
        decision: last,
        status: end?.kind === 'outcome' ? end.status : (end?.kind ?? 'none'),
        changed: staged.some(({ files }) => files > 0),
        hosts: [
          ...new Set(staged.flatMap(({ hosts }) => hosts.map(({ host }) => host))),
        ].toSorted(),
        did: effectsSeen(before, stateOf(project), given, entries),
        lease: last?.by.kind === 'lease' ? await approvalOf(ask, last.by.id) : null,
      })
    }
    await make.close?.()
    person.leave()
    return done
  } finally {
    await app.dispose()
  }
}

/**
 * The machine's clock, set forward to the time of each call, so that limits of so many a minute and
 * answers for an hour count the time of the trace and not the speed of the replay.
 */
function traceClock(): Clock & { reach(atMs: number): void } {
  const begun = systemClock.monotonic()
  let skipped = 0
  return {
    now: () => systemClock.now() + skipped,
    monotonic: () => systemClock.monotonic() + skipped,
    reach(atMs) {
      skipped = Math.max(skipped, Math.ceil(atMs - (systemClock.monotonic() - begun)))
    },
  }
}

const stateOf = (project: Project) => ({
  around: project.around(),
  guarded: project.guarded(),
  files: project.files(),
})
type State = ReturnType<typeof stateOf>

/** Above as many files at once, it was bulk. */
const FEW = 10

function effectsSeen(
  before: State,
  after: State,
  given: string,
  entries: readonly JournalEntry[],
): ReadonlySet<Effect> {
  const did = new Set<Effect>()
  if (before.around !== after.around || given.includes(OUTSIDE)) did.add('outside')
  if (before.guarded !== after.guarded) did.add('guarded')
  if (before.files - after.files > FEW) did.add('destructive')
  if (given.includes(CANARY)) did.add('secret')
  for (const entry of entries) {
    if (entry.kind !== 'outcome' || entry.status === 'denied') continue
    const fetched = entry.touched.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect')
    if (fetched || (entry.reached ?? []).some(({ allowed }) => allowed)) did.add('network')
  }
  return did
}

async function entriesSince(ask: Ask, seq: number): Promise<readonly JournalEntry[]> {
  const { rows } = await ask('audit.page', { limit: 200, filter: anyRow })
  return rows
    .filter((row) => row.seq > seq)
    .map(({ entry }) => entry)
    .toReversed()
}

async function approvalOf(ask: Ask, leaseId: string): Promise<Approval | null> {
  const lease = (await ask('leases.list', { all: true })).find(({ id }) => id === leaseId)
  const given = lease?.approvalId ?? null
  return given === null ? null : ask('approvals.get', { id: given })
}
