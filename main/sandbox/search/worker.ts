// The thread of one search: it may be ended at any moment, whatever it is doing.
import type { LeftOut } from '../../../contract/call/powers/file-power.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { join } from 'node:path'
import { literal, readPattern } from './pattern.ts'
import { matcherFor } from './matcher.ts'
import { linesIn } from './search-lines.ts'
import { walk } from './walk.ts'
import type { FoundIn, SearchAnswer, SearchGo, SearchJob } from './search-messages.ts'

/** An answer every so many files, so that what was found is there when the time is up. */
const FILES_AT_ONCE = 50

const job = workerData as SearchJob
const say = (answer: SearchAnswer): void => parentPort?.postMessage(answer)
const go = new Promise<SearchGo>((resolve) => parentPort?.once('message', resolve))

async function work(): Promise<void> {
  const walked = job.isFile
    ? { files: [''], bytes: 0, whole: true, unreadable: 0, linked: 0 }
    : await walk(job)
  say({ kind: 'listed', files: walked.files, bytes: walked.bytes, whole: walked.whole })
  const left = { large: 0, binary: 0, unreadable: walked.unreadable, linked: walked.linked }
  if (job.kind === 'find') {
    say({ kind: 'found', in: [], leftOut: left, searched: 0 })
    return
  }
  const { pattern, literally, ignoreCase, around, most } = job.request
  const read = literally ? { ok: true as const, value: literal(pattern) } : readPattern(pattern)
  if (!read.ok) throw new Error(read.error)
  const matcher = matcherFor(read.value, ignoreCase)
  const chosen = await go
  const only = chosen.files === null ? null : new Set(chosen.files)
  await searchIn(
    walked.files.filter((file) => only === null || only.has(file)),
    left,
    {
      of: async (file, room) =>
        linesIn(file === '' ? job.root : join(job.root, file), matcher, {
          around,
          most: room,
          severalNames: job.severalNames,
        }),
      most,
    },
  )
}

async function searchIn(
  files: readonly string[],
  left: { -readonly [K in keyof LeftOut]: number },
  {
    of,
    most,
  }: { of(file: string, room: number): ReturnType<typeof linesIn>; readonly most: number },
): Promise<void> {
  let [found, lines, searched]: [FoundIn[], number, number] = [[], 0, 0]
  const flush = (): void => {
    say({ kind: 'found', in: found, leftOut: { ...left }, searched })
    found = []
  }
  for (const file of files) {
    // One more than is asked for says that there are more.
    if (lines > most) break
    const one = await of(file, most + 1 - lines)
    searched += 1
    if (one.kind !== 'lines') left[one.kind] += 1
    else if (one.lines.length > 0) {
      found.push({ file, lines: one.lines })
      lines += one.lines.length
    }
    if (searched % FILES_AT_ONCE === 0) flush()
  }
  flush()
}

work().then(
  () => say({ kind: 'done' }),
  (error: unknown) =>
    say({
      kind: 'failed',
      code: error instanceof Error && 'code' in error ? String(error.code) : '',
      why: error instanceof Error ? error.message : String(error),
    }),
)
