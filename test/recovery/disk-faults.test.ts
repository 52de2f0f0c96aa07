// The real app while the disk of its home is full, locked by another program, or fails: answers and
// calls name the disk, the state comes from memory, and a command that ends meanwhile gets its
// outcome row and its client an answer. The full and the failing disk are real ones and need root
// on Linux and the right to mount; what cannot be mounted fails the test.
// @module-tag whole
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { textOf } from '../faults/driver/agent-socket.ts'
import { openFaultApp } from '../faults/driver/app.ts'
import type { FaultApp } from '../faults/driver/app.ts'
import { callApproved, fillDisk, holdWrite, mountTmpfs } from '../faults/driver/steps.ts'
import { until } from '../faults/driver/until.ts'

const mayMount = process.platform === 'linux' && process.getuid?.() === 0

function folder(): string {
  const created = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-disk-')))
  onTestFinished(() => rmSync(created, { recursive: true, force: true }))
  return created
}

/** Gives the folder of the home, and what breaks it; that gives the way to mend it. */
type Disk = () => {
  readonly base: string
  readonly fail: (app: FaultApp) => Promise<() => Promise<void>>
}

const full: Disk = () => {
  const base = folder()
  onTestFinished(mountTmpfs(base, 24))
  return {
    base,
    fail: async () => {
      const free = fillDisk(base)
      return async () => free()
    },
  }
}

/**
 * A file system that promises more than what is below it can hold: a write is taken, and fails when
 * it has to be durable.
 */
const failing: Disk = () => {
  const [below, base] = [folder(), folder()]
  onTestFinished(mountTmpfs(below, 8))
  const image = join(below, 'image')
  execFileSync('truncate', ['-s', '64M', image])
  execFileSync('mkfs.ext4', ['-q', '-F', '-O', '^has_journal', image], { stdio: 'pipe' })
  execFileSync('mount', ['-o', 'loop', image, base], { stdio: 'pipe' })
  onTestFinished(() => void execFileSync('umount', ['-l', base], { stdio: 'pipe' }))
  return {
    base,
    fail: async () => {
      const free = fillDisk(below)
      return async () => free()
    },
  }
}

const locked: Disk = () => ({
  base: folder(),
  async fail({ paths: places }) {
    const script = `import D from 'better-sqlite3'; const d = new D(process.argv[1]); d.exec('BEGIN IMMEDIATE'); console.log('held'); process.stdin.on('data', () => { d.exec('COMMIT'); d.close(); process.exit(0) })`
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', script, places.databaseFile],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    await new Promise((held) => child.stdout.once('data', held))
    return () =>
      new Promise((gone) => {
        child.once('exit', () => gone())
        child.stdin.write('go\n')
      })
  },
})

const disks: readonly (readonly [name: string, disk: Disk, here: boolean, said: RegExp])[] = [
  ['full', full, mayMount, /no room left on the disk/],
  ['failing', failing, mayMount, /\bdisk\b/],
  ['locked', locked, true, /database on the disk is locked|another program holds the database/],
]

async function start(disk: Disk) {
  const { base, fail } = disk()
  const workspace = join(folder(), 'work')
  mkdirSync(workspace)
  const app = openFaultApp('', base, workspace)
  onTestFinished(() => app.dispose())
  const program = await app.start()
  return { app, program, fail: () => fail(app), agent: await app.agent() }
}

describe.each(disks)('a disk that is %s', (_name, disk, here, said) => {
  it.runIf(here)(
    'is named in every answer, and the state comes from memory (needs root, for a small disk)',
    { timeout: 600_000 },
    async () => {
      const { app, program, fail, agent } = await start(disk)
      await holdWrite(app, agent, 'held.txt')
      const [approval] = await app.held()
      const person = await app.person()
      const mend = await fail()
      const denied = await person.call('approvals.answer', {
        id: approval?.id ?? '',
        answer: 'deny-once',
      })
      const other = await app.agent('other')
      const refused = await Promise.race([
        other.call('write_file', { path: 'b.txt', content: 'b' }),
        sleep(20_000, null),
      ])
      const state = await person.call('app.state', {})
      await mend()
      // The answer of a person counts, or says why not; it is never a mistake of ours.
      const reasons = [
        ...(denied.ok ? [] : [denied.error.text]),
        ...(refused?.result?.isError === true ? [textOf(refused)] : []),
      ]
      expect(reasons.filter((reason) => !said.test(reason))).toEqual([])
      expect(JSON.stringify([denied, refused, state])).not.toMatch(/made a mistake/)
      expect([state.ok, state.ok && state.value.held >= 0]).toEqual([true, true])
      expect(program.child.exitCode).toBeNull()
      await until('calls to run again', async () =>
        (await other.call('list_dir', { path: '.' })).result?.isError === true ? null : true,
      )
    },
  )

  it.runIf(here)(
    'costs a command that ends meanwhile neither its outcome row nor its answer (needs root, for a small disk) @whole',
    { timeout: 600_000 },
    async () => {
      const { app, fail, agent } = await start(disk)
      const answer = callApproved(app, agent, 'exec', { command: 'sleep 3; echo over' })
      await until('its start', async () =>
        (await app.journal()).some(({ kind }) => kind === 'running') ? true : null,
      )
      const mend = await fail()
      await sleep(4_500)
      await mend()
      expect(textOf(await answer)).toMatch(/over|disk/)
      const outcome = await until(
        'its row',
        async () => (await app.journal()).find(({ kind }) => kind === 'outcome') ?? null,
      )
      expect(outcome).toMatchObject({ kind: 'outcome', tool: 'exec', status: 'done' })
    },
  )
})
