// What commands say where the disk of the home is full or can only be read: each runs in namespaces of its
// own, with a small disk in memory in the place of its home.
import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliFile } from '../running-app.ts'
import { fewWords } from '../whole.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

const mounts = 'mount -t tmpfs -o size=2m tmpfs "$HOME"'
const disks = {
  full: `${mounts}; head -c 4m /dev/zero > "$HOME/all" 2>/dev/null`,
  'read-only': `${mounts}; mount -o remount,ro "$HOME"`,
} as const

/** Where a person may have no such namespace there is nothing to try. */
const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /tmp'], { stdio: 'ignore' })
    .status === 0

let home: Home
beforeAll(() => {
  home = makeHome()
})
afterAll(() => home.remove())

function said(disk: keyof typeof disks, words: readonly string[]) {
  const line = `${disks[disk]}; exec "$@"`
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['-rm', 'sh', '-c', line, 'sh', process.execPath, cliFile, ...words],
    { env: home.env, encoding: 'utf8' },
  )
  return { code: status, text: `${stdout}${stderr}` }
}

/** What the system and Node say themselves. */
const raw = /\bE[A-Z]{4,}\b|no such file or directory|, \w+ '|^\s+at .+:\d+:\d+/m

const why = {
  full: /the disk is full|no room left on the disk/,
  'read-only': /can only be read|it is read-only/,
} as const

const writing: readonly string[] = [
  'clients add ci',
  'init careful --yes',
  'policy preset careful',
  'secrets lock',
  'doctor',
]
/** Looks, of which none writes; the workspace that a start makes is not there either. */
const reads: readonly string[] = [
  'approvals list',
  'audit tail',
  'config check',
  'secrets list',
  'version',
  'agents capabilities',
  'agents list',
  'audit attention',
  'clients list',
  'config diff',
  'leases list',
  'plugins list',
  'policy check',
  'policy explain --command ls',
  'policy explain --mount .',
  'policy hash',
  'runs list',
  'schedules list',
  'servers list',
  'tools describe read_file',
  'tools list --all',
]

describe.runIf(canMount).each(['full', 'read-only'] as const)(
  'a home on a disk that is %s',
  (disk) => {
    it.each(fewWords(writing, 1))('is why %s does nothing', (_name, line) => {
      const { code, text } = said(disk, line.split(' '))
      expect([code, text]).toEqual([1, expect.stringMatching(why[disk])])
      expect(text).not.toMatch(raw)
    })

    it.each(fewWords(reads, 4))('is nothing to %s', (_name, line) => {
      const { code, text } = said(disk, line.split(' '))
      expect([code, text]).toEqual([0, expect.not.stringMatching(raw)])
    })

    it('has no piece of a lock left afterwards', () => {
      const line = `${disks[disk]}; "$@"; ls -A "$HOME" "$GATEHOUSE_HOME"`
      const { stdout } = spawnSync(
        'unshare',
        ['-rm', 'sh', '-c', line, 'sh', process.execPath, cliFile, 'clients', 'add', 'ci'],
        { env: { ...home.env, GATEHOUSE_HOME: `${home.env['HOME']}/home` }, encoding: 'utf8' },
      )
      expect(stdout).not.toMatch(/\.lock\./)
    })

    it('is not taken for a fault of the database that is not there yet', () => {
      const { code, text } = said(disk, ['backup'])
      expect([code, text]).toEqual([
        1,
        expect.stringMatching(/^gatehouse: There is no database .+ yet/),
      ])
    })
  },
)

it('leaves no disk behind', () => {
  expect(execFileSync('cat', ['/proc/mounts'], { encoding: 'utf8' })).not.toContain(home.folder)
})
