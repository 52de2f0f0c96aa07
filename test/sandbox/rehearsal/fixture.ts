// A workspace to rehearse in, with a real runner and a real view; and a second pair of eyes on the
// tree, which shares no code with what it checks.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Failure } from '../../../contract/failure.ts'
import type { Rehearsal } from '../../../contract/call/rehearsal.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { ToolOutput } from '../../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { recorderIn } from '../../../main/rehearsal/host-recorder.ts'
import { ORDINARY } from '../../../main/sandbox/linux/host-user.ts'
import { openRehearser } from '../../../main/sandbox/rehearsal/rehearse.ts'
import type { RehearsalJob, ViewPowers } from '../../../main/sandbox/rehearsal/rehearser.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import { scratchFolder } from '../scratch.ts'

export type Way = 'overlay' | 'copy'

export type Asked = Partial<Pick<RehearsalJob, 'by' | 'signal' | 'start'>> & {
  readonly timeMs?: number
  readonly cwd?: string
}

export function rehearsalFixture(name: string, way: Way) {
  const root = scratchFolder(`rehearse-${name}-${way}`)
  const [ws, home, gatehouse, scratch] = [
    join(root, 'ws'),
    join(root, 'home'),
    join(root, 'gatehouse'),
    join(root, 'scratch'),
  ]
  for (const folder of [ws, home, gatehouse, scratch]) mkdirSync(folder)
  own(ws)
  const runner = openRunner({ stop: [gatehouse], home, scratch, workspace: () => ws })
  const outbound = openOutbound({ hosts: () => [] })
  const views = join(gatehouse, 'rehearsals')
  const rehearser = openRehearser({
    runner,
    stop: [gatehouse],
    home,
    scratch: views,
    overlay: way === 'overlay',
    now: () => 1,
    record: recorderIn(join(root, 'run'), outbound),
  })
  afterAll(async () => {
    await runner.dispose()
    await outbound.dispose()
  })

  const job = (
    touches: readonly CanonicalTouch[],
    work: RehearsalJob['work'],
    { timeMs = 20_000, ...more }: Asked = {},
  ): RehearsalJob => ({
    touches,
    workspace: ws,
    limits: { runTimeMs: timeMs, stdoutBytes: 100_000, stderrBytes: 100_000 },
    by: 'person',
    signal: new AbortController().signal,
    start: async () => ok(null),
    work,
    redact: async (text) => text.replaceAll('hunter2', '[secret]'),
    sanitizeOutput: async (text) => ({
      text: text.replaceAll('hunter2', '[secret]'),
      truncated: false,
    }),
    ...more,
  })
  const rehearse = (command: string, asked: Asked = {}): Promise<Result<Rehearsal, Failure>> => {
    const cwd = asked.cwd ?? '.'
    const touch: CanonicalTouch = {
      kind: 'proc.run',
      command,
      cwd: join(ws, cwd),
      zone: 'workspace',
      parts: [],
    }
    const work = async (powers: ViewPowers): Promise<Result<ToolOutput, Failure>> => {
      const ran = await powers['proc.run'].run({ command, cwd, timeoutMs: 60_000 })
      return ran.ok ? ok({ text: '' }) : ran
    }
    return rehearser.rehearse(job([touch], work, asked))
  }
  return {
    root,
    ws,
    views,
    runner,
    rehearser,
    job,
    rehearse,
    /** The rehearsal, or the failure thrown. */
    async done(command: string, asked: Asked = {}): Promise<Rehearsal> {
      const result = await rehearse(command, asked)
      if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
      return result.value
    },
    /** Nothing of a rehearsal is on the disk or mounted. */
    left: () => [...(existsSync(views) ? readdirSync(views) : []), ...mountsOf(root)],
  }
}

/** As root a command belongs to the owner of its workspace, and root's own are not rehearsed in. */
export function own(folder: string): void {
  if (process.getuid?.() !== 0) return
  for (const path of [
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  ]) {
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, ORDINARY.uid, ORDINARY.gid)
  }
}

const mountsOf = (root: string): string[] =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => line.includes(root))

/**
 * Names, bytes, modes, owners, inodes, times of change to the nanosecond, and where links lead: all
 * of a tree in one hash.
 */
export function hashOfTree(root: string): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const { mode, uid, gid, ino, nlink, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true })
    hash.update([path, mode, uid, gid, ino, nlink, size, mtimeNs, ctimeNs].join(' '))
    const stat = lstatSync(path)
    if (stat.isFile()) hash.update(readFileSync(path))
    else if (stat.isSymbolicLink()) hash.update(readlinkSync(path))
    else if (stat.isDirectory())
      for (const name of readdirSync(path).toSorted()) visit(join(path, name))
  }
  visit(root)
  return hash.digest('hex')
}

/** What changed, in one line each. */
export const lines = ({ changes }: Rehearsal): string[] =>
  changes.map(({ kind, path }) => `${kind} ${path}`)

export const git = (ws: string, ...args: string[]): string =>
  execFileSync('git', ['-C', ws, '-c', 'safe.directory=*', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: ws, GIT_CONFIG_NOSYSTEM: '1' },
  })
