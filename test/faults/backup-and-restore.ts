// The database is damaged while a backup of it is there.
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { callApproved, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'backup-and-restore',
  fault: 'the database is damaged between two starts, and there is a backup of it',
  mustHappen:
    'the start says how to restore, restoring keeps every row that can be read and names what is lost, and calls run again',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agent = await app.agent()
      for (let at = 0; at < 20; at += 1) await agent.call('list_dir', { path: '.' })
      const created = await app.cli('backup', '--json')
      must(created.code === 0, `no backup: ${created.stderr}`)
      for (let at = 0; at < 20; at += 1) await agent.call('list_dir', { path: '.' })
      first.child.kill('SIGTERM')
      await first.ended
      const file = app.paths.databaseFile
      const fd = openSync(file, 'r+')
      for (let at = 16_384; at < statSync(file).size; at += 16_384)
        writeSync(fd, Buffer.alloc(512, 0x5a), 0, 512, at)
      closeSync(fd)

      const damaged = await app.start()
      const refused = textOf(await (await app.agent('other')).call('list_dir', { path: '.' }))
      must(/gatehouse restore/.test(refused), `it does not say how to restore: ${refused}`)
      const state = await (await app.person()).call('app.state', {})
      must(state.ok && /damaged/.test(state.value.journal.fault ?? ''), 'the state does not say so')
      const readable = await app.cli('audit', 'export', '--readable')
      must(
        /"seq"/.test(readable.stdout) || /cannot be read/.test(readable.stderr),
        `nothing was said of what can be read: ${readable.stderr}`,
      )
      damaged.child.kill('SIGTERM')
      await damaged.ended

      const listed = await app.cli('restore', '--json')
      const [backup] = (JSON.parse(listed.stdout) as { backups: readonly { name: string }[] })
        .backups
      must(backup !== undefined, 'no backup is listed')
      const restored = await app.cli('restore', backup?.name ?? '', '--json')
      must(restored.code === 0, `restoring: ${restored.stderr}`)
      const { rows, stored, lost } = JSON.parse(restored.stdout) as {
        rows: number
        stored: number
        lost: { from: number; to: number } | null
      }
      await app.start()
      const again = await callApproved(app, await app.agent('third'), 'write_file', {
        path: 'after.txt',
        content: 'x',
      })
      must(again.result?.isError !== true, `calls do not run again: ${textOf(again)}`)
      const journal = await app.journal()
      must(journal.length > rows + stored, 'rows are missing')
      const verified = await (await app.person()).call('audit.verify', {})
      must(
        verified.ok && verified.value.kind === 'intact',
        `the chain: ${JSON.stringify(verified)}`,
      )
      const row = journal.find((entry) => entry.kind === 'restored')
      must(
        row?.kind === 'restored' &&
          row.lostFrom === (lost?.from ?? null) &&
          row.lostTo === (lost?.to ?? null),
        `its row: ${JSON.stringify(row)}`,
      )
      return `The refused call named “gatehouse restore”. Restoring brought back ${rows} rows and kept ${stored} newer ones; ${lost === null ? 'none was lost' : `rows ${lost.from} to ${lost.to} are lost, and the journal says so`}. Calls ran again.`
    }),
}
