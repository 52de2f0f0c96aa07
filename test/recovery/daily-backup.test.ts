// The daily backup in its thread, over a real database: once a day, kept seven, whatever the clock
// does; and what happens when the disk is full, when the database is damaged, and when the app ends
// in the middle.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
  renameSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dailyBackup } from '../../main/recovery/daily-backup.ts'
import { listBackups, makeBackup } from '../../main/store/backup.ts'
import { storeFailure } from '../../main/store/store-failure.ts'
import { makeFolder, storeIn } from '../store/fixture.ts'

const DAY = 24 * 60 * 60_000
const START = Date.parse('2026-11-01T12:00:00Z')

async function fixture(folder = makeFolder()) {
  const databaseFile = join(folder, 'data.db')
  const backups = join(folder, 'backups')
  const store = await storeIn(databaseFile)
  store.db.prepare(`INSERT INTO audit_views VALUES ('mine', 'tool:exec')`).run()
  const faults: Error[] = []
  let at = START
  const ends: (() => void)[] = []
  const end = (): void => ends.splice(0).forEach((each) => each())
  onTestFinished(end)
  return {
    databaseFile,
    backups,
    store,
    faults,
    /** The day that the clock shows. */
    day: (number: number) => (at = START + number * DAY),
    start: () =>
      void ends.push(
        dailyBackup({
          databaseFile,
          folder: backups,
          now: () => at,
          failed: (fault) => void faults.push(fault),
          firstMs: 1,
          checkEveryMs: 25,
        }),
      ),
    end,
    days: () => listBackups(backups).map(({ at: created }) => Math.round((created - START) / DAY)),
  }
}
const finished = (ms = 400): Promise<void> => new Promise((done) => setTimeout(done, ms))

describe('the daily backup', () => {
  it(
    'is made once a day, can be opened, and the newest seven are kept @whole',
    { timeout: 600_000 },
    async () => {
      const { start, day, days, backups } = await fixture()
      start()
      for (let number = 0; number < 9; number++) {
        day(number)
        await expect.poll(days).toContain(number)
      }
      await expect.poll(days).toEqual([8, 7, 6, 5, 4, 3, 2])
      const copy = new Database(listBackups(backups)[0]?.file ?? '', { readonly: true })
      expect([
        copy.pragma('integrity_check', { simple: true }),
        copy.prepare('SELECT name FROM audit_views').pluck().get(),
      ]).toEqual(['ok', 'mine'])
      copy.close()
      expect(
        readdirSync(backups).map((name) => statSync(join(backups, name)).mode & 0o777),
      ).toEqual(Array(7).fill(0o600))
    },
  )

  it(
    'goes on when the clock goes back, and copies dated in the future displace none of today',
    { timeout: 600_000 },
    async () => {
      const { start, day, days, store, backups } = await fixture()
      for (let number = 100; number < 107; number++)
        makeBackup(store.db, backups, START + number * DAY)
      start()
      day(0)
      await expect.poll(days).toEqual([106, 105, 104, 103, 102, 101, 0])
      await finished()
      // Made once, and not again at each look.
      expect(days()).toEqual([106, 105, 104, 103, 102, 101, 0])
      day(1)
      await expect.poll(days).toEqual([106, 105, 104, 103, 102, 1, 0])
    },
  )

  it(
    'says that the database is damaged, and leaves neither half a copy nor fewer copies @whole',
    { timeout: 600_000 },
    async () => {
      const { start, day, days, store, backups, databaseFile, faults } = await fixture()
      makeBackup(store.db, backups, START - DAY)
      store.db.exec(
        `CREATE TABLE filler (x); INSERT INTO filler SELECT randomblob(3000) FROM json_each('[${'1,'.repeat(99)}1]')`,
      )
      store.close()
      const fd = openSync(databaseFile, 'r+')
      writeSync(fd, Buffer.alloc(40_960, 0xa5), 0, 40_960, statSync(databaseFile).size - 200_704)
      closeSync(fd)
      day(1)
      start()
      await expect.poll(() => faults.length).toBeGreaterThan(0)
      expect([
        faults[0]?.message.startsWith('The daily backup failed: '),
        storeFailure(faults[0])?.code,
      ]).toEqual([true, 'store.damaged'])
      expect([days(), readdirSync(backups).filter((name) => name.includes('.new'))]).toEqual([
        [-1],
        [],
      ])
    },
  )

  it(
    'leaves nothing broken behind when the app is ended meanwhile, and what a kill left is removed later @whole',
    { timeout: 600_000 },
    async () => {
      const { start, end, store, backups, days, day } = await fixture()
      store.db.exec(
        `CREATE TABLE filler (x); INSERT INTO filler SELECT randomblob(100000) FROM json_each('[${'1,'.repeat(299)}1]')`,
      )
      start()
      await expect.poll(() => existsSync(backups), { interval: 1 }).toBe(true)
      end()
      await finished()
      for (const { file } of listBackups(backups))
        expect(new Database(file, { readonly: true }).pragma('quick_check', { simple: true })).toBe(
          'ok',
        )
      mkdirSync(backups, { recursive: true })
      const gone = spawnSync(process.execPath, ['--version']).pid
      // The app ends with its process; here the process is this test.
      for (const name of readdirSync(backups).filter((each) => each.includes(`${process.pid}.new`)))
        renameSync(
          join(backups, name),
          join(backups, name.replace(`${process.pid}.new`, `${gone}.new`)),
        )
      const halves = {
        old: `gatehouse-2026-10-01T00-00-00-000Z.db.${process.pid}.new`,
        orphan: `gatehouse-2026-11-01T00-00-00-000Z.db.${gone}.new`,
        journal: `gatehouse-2026-11-01T00-00-00-000Z.db.${gone}.new-journal`,
        fresh: `gatehouse-2026-11-02T00-00-00-000Z.db.${process.pid}.new`,
      }
      for (const name of Object.values(halves)) writeFileSync(join(backups, name), 'half')
      utimesSync(join(backups, halves.old), 1, 1)
      day(2)
      start()
      await expect.poll(days).toContain(2)
      // Another program that is alive may be making the fresh one.
      expect(readdirSync(backups).filter((name) => name.includes('.new'))).toEqual([halves.fresh])
    },
  )

  const root = process.getuid?.() === 0 && process.platform === 'linux'
  it.runIf(root)(
    'says that the disk is full, and is made when there is room again (needs root: it mounts a small disk)',
    { timeout: 600_000 },
    async () => {
      const disk = makeFolder()
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'small', disk])
      onTestFinished(() => void execFileSync('umount', ['-l', disk]))
      const { start, backups, faults, days } = await fixture()
      mkdirSync(join(disk, 'backups'))
      symlinkSync(join(disk, 'backups'), backups)
      writeFileSync(join(disk, 'taken'), Buffer.alloc(4 * 1024 * 1024 - 16_384))
      start()
      await expect.poll(() => faults.length).toBeGreaterThan(0)
      expect(storeFailure(faults[0])).toMatchObject({
        code: 'store.full',
        text: expect.stringContaining('no room left'),
      })
      rmSync(join(disk, 'taken'))
      await expect.poll(days).toEqual([0])
      expect(readdirSync(backups)).toHaveLength(1)
    },
  )
})
