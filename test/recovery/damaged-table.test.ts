// Damage in a page that no opening looks at: it shows in the middle of a start.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'
import { takeLock } from '../../main/host/lock.ts'
import { openAppSafely } from '../../main/wiring/safe-mode.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'gatehouse-damaged-table-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }))

it('in any table but the journal the app starts in safe mode, says how to restore, and leaves the lock to the command that restores', async () => {
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(base, 'home') },
    platform: process.platform,
    homedir: base,
  })
  const options = { host: 'browser' as const, paths, version: '0.0.0-test', gatewayPort: null }
  const first = await openApp(options)
  if (!first.ok) throw new Error(first.error.text)
  await first.value.dispose()
  const fd = openSync(paths.databaseFile, 'r+')
  for (const at of pagesBesideTheJournal(paths.databaseFile))
    writeSync(fd, Buffer.alloc(512, 0x5a), 0, 512, at)
  closeSync(fd)

  const safe = await openAppSafely(options)
  if (!safe.ok) throw new Error(safe.error.text)
  const state = await safe.value.call('app.state', {}, { surface: 'window' })
  const lock = await takeLock(paths.lockFile)
  await safe.value.dispose()
  expect([state.ok && JSON.stringify(state.value), lock.ok]).toEqual([
    expect.stringMatching(/safe mode.*damaged/),
    true,
  ])
  if (lock.ok) await lock.value.release()
})

/** Where the first page of each table and index lies. */
function pagesBesideTheJournal(file: string): readonly number[] {
  const db = new Database(file, { readonly: true })
  try {
    const size = Number(db.pragma('page_size', { simple: true }))
    const found = db.prepare<[], number>(
      "SELECT rootpage FROM sqlite_schema WHERE rootpage > 1 AND tbl_name NOT IN ('journal', 'schema_history')",
    )
    return found
      .pluck()
      .all()
      .map((page) => (page - 1) * size)
  } finally {
    db.close()
  }
}
