// Spends the permit and runs the tool with just the powers it declared, under its time limit.
import { undeclared } from '../../contract/call/powers/data-access.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'
import { requiredProtections } from '../../contract/call/manifest.ts'
import type { Powers } from '../../contract/call/powers/powers.ts'
import type { Reached } from '../../contract/call/powers/run-power.ts'
import type { ReadBack } from '../../contract/call/read-back.ts'
import { err } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'
import type { CanonicalTouch, Need } from '../../contract/call/touch.ts'
import { workSignal } from '../../contract/call/work-signal.ts'
import type { Permit } from '../gate/permit.ts'
import { spend } from '../gate/permit.ts'
import type { DecidedCall } from './evaluate.ts'

export type PowerRequest = {
  /** The powers that the tool is handed: one or two, mostly. */
  readonly wanted: readonly Need[]
  readonly callId: CallId
  readonly permitted: readonly CanonicalTouch[]
  readonly limits: {
    readonly runTimeMs: number
    readonly stdoutBytes: number
    readonly stderrBytes: number
  }
  readonly signal: AbortSignal
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void
  readonly onReached: (reached: Reached) => void
  /** Told about everything that was kept earlier and is handed to the tool now. */
  readonly onReadBack: (read: ReadBack) => void
  /** Nothing was run: it was given the answer that this earlier call got. */
  readonly onRepeated: (from: CallId) => void
  /** Protections without which nothing may run for this tool. */
  readonly requires: readonly string[]
  /** What the permit was given for: a search judges each file in it by the same. */
  readonly decided: DecidedCall
}

/** Those that are wanted; whatever else it makes is handed to nobody. */
export type MakePowers = (request: PowerRequest) => Powers

export type Executed = {
  readonly output: Result<ToolOutput, Failure>
  readonly durationMs: number
  readonly cancelled: boolean
  readonly reached: readonly Reached[]
  readonly readBack: readonly ReadBack[]
  /** The call whose answer it was given again; null: it ran. */
  readonly repeats: CallId | null
}

/**
 * Time a tool has after its limit to end by itself, its children killed; after that the pipeline
 * goes on without it.
 */
const GRACE_MS = 5_000

/** Attempts to connect that are written down. */
const MOST_REACHED = 200
/** Entries that are written down; one that is untrusted is never left out. */
const MOST_READ_BACK = 100

/** Throws on a forged or spent permit; whatever the tool does ends as a value. */
export async function runTool(
  permit: Permit,
  evaluated: DecidedCall,
  makePowers: MakePowers,
  signal: AbortSignal,
  onOutput: PowerRequest['onOutput'],
  monotonic: () => number,
): Promise<Executed> {
  spend(permit)
  const { tool, args } = evaluated
  const limits = tool.manifest.limits
  const { signal: either, over } = workSignal([signal], limits.runTimeMs + GRACE_MS)
  const reached: Reached[] = []
  const onReached = (one: Reached): void => {
    if (reached.length < MOST_REACHED) reached.push(one)
  }
  const readBack: ReadBack[] = []
  const onReadBack = (one: ReadBack): void => {
    if (readBack.some(({ of, id }) => of === one.of && id === one.id)) return
    if (readBack.length < MOST_READ_BACK) readBack.push(one)
    else if (one.untrusted !== null && readBack.every(({ untrusted }) => untrusted === null))
      readBack[MOST_READ_BACK - 1] = one
  }
  let repeats: CallId | null = null
  const requires = requiredProtections(tool.manifest.requires)
  // What a manifest does not declare is not handed out either, whatever its code asks for.
  const wanted = tool.requiredPowers.filter((need) => undeclared(tool.manifest, [need]) === null)
  const powers = makePowers({
    wanted,
    callId: evaluated.call.id,
    permitted: permit.touches,
    limits,
    signal: either,
    onOutput,
    onReached,
    onReadBack,
    onRepeated: (from) => (repeats = from),
    requires,
    decided: evaluated,
  })
  const power = Object.fromEntries(wanted.map((need) => [need, powers[need]])) as Powers
  const startedAt = monotonic()
  const output = await Promise.race([
    executed(evaluated, power, either, args),
    whenOverdue(either, signal),
  ]).finally(over)
  return {
    output,
    durationMs: Math.round((monotonic() - startedAt) * 10) / 10,
    cancelled: signal.aborted,
    reached,
    readBack,
    repeats,
  }
}

async function executed(
  { tool }: DecidedCall,
  power: Powers,
  signal: AbortSignal,
  args: unknown,
): Promise<Result<ToolOutput, Failure>> {
  try {
    return await tool.execute(tool.input.parse(args), { power, signal })
  } catch (thrown) {
    // A tool must not throw; that it did is its fault, and the call has failed, not the pipeline.
    return err(
      failure(
        'tool.fault',
        `${tool.manifest.name} broke: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      ),
    )
  }
}

const whenOverdue = (
  either: AbortSignal,
  byPerson: AbortSignal,
): Promise<Result<ToolOutput, Failure>> =>
  new Promise((resolve) => {
    const end = (): void => {
      const ended = byPerson.aborted
        ? failure('call.cancelled', 'The call was stopped before it ended.')
        : failure('call.overdue', 'The call reached its time limit and did not end.')
      // Powers end on the same signal and know what they had got so far: they speak first.
      setTimeout(() => resolve(err(ended)), byPerson.aborted ? GRACE_MS : 0).unref()
    }
    if (either.aborted) end()
    else either.addEventListener('abort', end, { once: true })
  })
