// The write-ahead log and its index are gone after a kill.
import { existsSync, rmSync } from 'node:fs'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'missing-wal',
  fault: 'the write-ahead log and its index are gone after a kill',
  mustHappen: 'it opens or explains, and deletes nothing',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agent = await app.agent()
      for (let at = 0; at < 10; at += 1) await agent.call('list_dir', { path: '.' })
      first.child.kill('SIGKILL')
      await first.ended
      for (const end of ['-wal', '-shm']) rmSync(`${app.paths.databaseFile}${end}`, { force: true })
      await app.start()
      const verified = await (await app.person()).call('audit.verify', {})
      must(verified.ok, 'nothing is said about the journal')
      must(existsSync(app.paths.databaseFile), 'the database is gone')
      if (!verified.ok) throw new Error(verified.error.text)
      return verified.value.kind === 'intact'
        ? 'It opened, and the chain is intact.'
        : `It opened, and the check of the journal named what is missing: ${quote(verified.value.text)}`
    }),
}
