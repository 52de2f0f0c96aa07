// Main's end of the helper that starts processes: starts it when it is first needed, again after it
// died, and gives each job its messages. Knows nothing of sandboxes.
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { endMarked } from './orphans.ts'
import { openSilence } from './silence.ts'
import {
  count,
  frame,
  frameReader,
  type Kind,
  together,
  type Start,
  type Stream,
  type Template,
} from './wire.ts'

/**
 * Starts the helper and gives the pipe to it. Destroying the pipe must end the helper; when the
 * helper ends, the pipe closes. `childHelper` is the usual one; a host that may not start Node
 * hands in another.
 */
export type ConnectHelper = () => Duplex

export type JobEnd =
  | ({ readonly kind: 'ended' } & z.infer<typeof EndedFrame>)
  /** Not started: an error code of the system. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The helper died, and the job with it. */
  | { readonly kind: 'lost' }

/** What a job hears; none of these may throw. `ended` comes once and last. */
export type JobListener = {
  /** Bytes as they come. They count as under way until `taken`. */
  output(stream: Stream, bytes: Buffer): void
  /** So many bytes of standard input have gone to the process. */
  drained(bytes: number): void
  /** The first process of its tree, and which way its streams go. */
  started?(pid: number, how: 'straight' | 'relayed'): void
  ended(end: JobEnd): void
}

export type SpawnedJob = {
  write(bytes: Uint8Array): void
  endInput(): void
  /** Kills the whole tree; `ended` follows. */
  kill(): void
  /** Gives room for as many more bytes of the stream. */
  taken(stream: Stream, bytes: number): void
}

export type Spawner = {
  /**
   * Makes the helper know a template, so that it has a process waiting. `start` does it by itself.
   */
  prepare(template: Template): void
  /** No job comes for a template that is for one job only. */
  forget(template: Template): void
  start(template: Template, start: Omit<Start, 'template'>, listener: JobListener): SpawnedJob
  /** A place where an ordinary user can reach `path`, in the helper's own mounts; or why not. `mapped`: see `mapped-mount.ts`. */
  stage(
    path: string,
    mapped?: boolean,
  ): Promise<{ readonly at: string } | { readonly error: string }>
  /** Ends the helper and all it started; resolves when the pipe is closed. Safe to call twice. */
  dispose(): Promise<void>
}

const EndedFrame = z.object({
  why: z.enum([
    'itself',
    'killed',
    'timed-out',
    'flooded-stdout',
    'flooded-stderr',
    'cpu',
    'memory',
  ]),
  code: z.number().nullable(),
  signal: z.string().nullable(),
  stdoutBytes: z.number(),
  stderrBytes: z.number(),
})
const StagedFrame = z.union([z.object({ at: z.string() }), z.object({ error: z.string() })])

type Live = { readonly pipe: Duplex; readonly templates: Set<string>; readonly marks: Set<string> }

/**
 * How long after it was given a job, or after a job should have ended or was killed, the helper may
 * say nothing before it is given up.
 */
const SILENCE_MS = 20_000

/** `silenceMs`, and `beginMs` for what has not begun: for tests. */
export function openSpawner(
  connect: ConnectHelper,
  silenceMs = SILENCE_MS,
  beginMs = SILENCE_MS,
): Spawner {
  const jobs = new Map<number, JobListener>()
  const staging = new Map<number, (answer: { at: string } | { error: string }) => void>()
  let live: Live | null = null
  let closed = false
  let ids = 0
  let swept: Promise<void> = Promise.resolve()

  /** How long a job may run that has been handed over and has not begun; null for ever. */
  const bounds = new Map<number, number | null>()
  /**
   * A helper that does not answer is torn off: its end ends what it started, and what is left of
   * that is looked for.
   */
  const silence = openSilence(() => live?.pipe.destroy())
  const answered = (id: number): void => {
    silence.answered(id)
    bounds.delete(id)
  }
  const end = (id: number, how: JobEnd): void => {
    const listener = jobs.get(id)
    answered(id)
    jobs.delete(id)
    listener?.ended(how)
    quiet()
  }
  /** A helper without work does not keep the program alive. */
  const quiet = (): void => {
    const word = jobs.size + staging.size === 0 ? 'unref' : 'ref'
    // A socket has these; a pipe of another kind is its maker's to keep quiet.
    if (live !== null && word in live.pipe)
      (live.pipe as Duplex & Record<typeof word, () => void>)[word]()
  }
  const started = (id: number, words: string): void => {
    const [pid, how] = words.split(' ')
    const ms = bounds.get(id)
    if (ms === null) answered(id)
    else if (ms !== undefined) silence.expect(id, ms + silenceMs)
    jobs.get(id)?.started?.(Number(pid), how === 'straight' ? how : 'relayed')
  }
  const take = (kind: Kind, id: number, body: Buffer): void => {
    if (kind === 'stdout' || kind === 'stderr') jobs.get(id)?.output(kind, body)
    else if (kind === 'started') started(id, body.toString())
    else if (kind === 'drained') jobs.get(id)?.drained(body.readUInt32LE(0))
    else if (kind === 'ended')
      end(id, { kind: 'ended', ...EndedFrame.parse(JSON.parse(body.toString())) })
    else if (kind === 'failed') end(id, { kind: 'failed', code: body.toString() })
    else if (kind === 'staged') {
      staging.get(id)?.(StagedFrame.parse(JSON.parse(body.toString())))
      staging.delete(id)
      answered(id)
      quiet()
    }
  }
  const lost = (mine: Live): void => {
    if (live !== mine) return
    live = null
    // It may have been killed before it could do this itself.
    swept = endMarked(mine.marks)
    for (const id of [...jobs.keys()]) end(id, { kind: 'lost' })
    for (const answer of staging.values()) answer({ error: 'the helper ended' })
    staging.clear()
    silence.clear()
    bounds.clear()
  }
  const helper = (): Live => {
    if (live !== null) return live
    const mine: Live = { pipe: connect(), templates: new Set(), marks: new Set() }
    live = mine
    mine.pipe.on('data', frameReader(take))
    mine.pipe.on('error', () => {})
    mine.pipe.once('close', () => lost(mine))
    return mine
  }
  const teach = (template: Template): Live => {
    const to = helper()
    if (!to.templates.has(template.key))
      to.pipe.write(frame('template', 0, JSON.stringify(template)))
    to.templates.add(template.key)
    to.marks.add(template.mark)
    return to
  }

  return {
    prepare(template) {
      teach(template)
      quiet()
    },
    forget(template) {
      if (live?.templates.delete(template.key) === true)
        live.pipe.write(frame('forget', 0, template.key))
    },
    start(template, start, listener) {
      if (closed) {
        queueMicrotask(() => listener.ended({ kind: 'lost' }))
        return { write() {}, endInput() {}, kill() {}, taken() {} }
      }
      const { pipe } = teach(template)
      ids += 1
      const id = ids
      jobs.set(id, listener)
      quiet()
      pipe.write(
        frame('start', id, JSON.stringify({ ...start, template: template.key } satisfies Start)),
      )
      if (template.once) live?.templates.delete(template.key)
      // That it began is heard soon, however long it may run.
      bounds.set(id, start.timeMs)
      silence.expect(id, beginMs)
      return jobOver(pipe, id, {
        hasEnded: () => !jobs.has(id),
        killed() {
          bounds.delete(id)
          if (jobs.has(id)) silence.expect(id, silenceMs)
        },
      })
    },
    stage(path, mapped = false) {
      // A process that was being made ready for the next call asks when the end has begun.
      if (closed) return Promise.resolve({ error: 'the helper ended' })
      return new Promise((resolve) => {
        const { pipe } = helper()
        ids += 1
        staging.set(ids, resolve)
        quiet()
        silence.expect(ids, silenceMs)
        pipe.write(frame(mapped ? 'stage-mapped' : 'stage', ids, path))
      })
    },
    async dispose() {
      if (closed) return
      closed = true
      const mine = live
      if (mine === null || mine.pipe.destroyed) return
      // Whatever goes wrong on the way: what is waited for is that it is gone.
      const gone = new Promise<void>((resolve) => void mine.pipe.once('close', () => resolve()))
      if ('ref' in mine.pipe) (mine.pipe as Duplex & { ref(): void }).ref()
      // Its end is read as the order to kill everything; it closes its own end when that is done.
      mine.pipe.end()
      const late = setTimeout(() => mine.pipe.destroy(), silenceMs)
      await gone
      clearTimeout(late)
      await swept
    },
  }
}

/** What is said to the helper of one job, for as long as that has not ended. */
function jobOver(
  pipe: Duplex,
  id: number,
  { hasEnded, killed }: { hasEnded(): boolean; killed(): void },
): SpawnedJob {
  const notify = (kind: Kind, body?: Uint8Array): void => {
    if (hasEnded()) return
    together(pipe)
    pipe.write(frame(kind, id, body))
  }
  return {
    write: (bytes) => notify('stdin', bytes),
    endInput: () => notify('stdin-end'),
    kill() {
      killed()
      notify('kill')
    },
    taken: (stream, bytes) =>
      notify('taken', Buffer.concat([count(bytes), Buffer.from([stream === 'stdout' ? 0 : 1])])),
  }
}
