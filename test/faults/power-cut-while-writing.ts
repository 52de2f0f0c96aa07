// A power cut while the journal is written: copies of the files at many moments, the newest bytes lost.
import { cpSync, existsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { cliFile } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'power-cut-while-writing',
  fault: 'a power cut while the journal is written: copies of the files at many moments, the newest bytes lost',
  mustHappen: 'the chain is valid up to the last row that is there, or the gap is named',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agent = await app.agent()
      const found: string[] = []
      const copies: string[] = []
      let over = false
      const working = (async () => {
        while (!over) await agent.call('read_file', { path: 'x.txt' }).catch(() => null)
      })()
      for (let round = 0; round < 5; round += 1) {
        await pause(60)
        const copy = join(app.base, `copy-${round}`, 'home')
        cpSync(app.home, copy, { recursive: true, filter: (file) => !/\.(sock|lock)$/.test(file) && !file.endsWith('/run') })
        copies.push(copy)
      }
      over = true
      await working
      first.child.kill('SIGKILL')
      await first.ended
      for (const copy of copies) {
        // What was written last had not reached the disk.
        const wal = join(copy, 'data', 'gatehouse.db-wal')
        if (existsSync(wal)) truncateSync(wal, Math.max(0, statSync(wal).size - 2_000))
        const verified = app.run(cliFile, ['audit', 'verify', '--json'], { env: { GATEHOUSE_HOME: copy } })
        verified.child.stdin?.end()
        const { code, stdout, stderr } = await verified.ended
        must(code !== null && (stdout + stderr).length > 0, `nothing was said of the copy: ${code}`)
        must(!/ broke: |mistake|Error:/.test(stdout + stderr), `it broke: ${stdout}${stderr}`)
        found.push(/"kind":\s*"(\w+)"/.exec(stdout)?.[1] ?? 'told')
      }
      return `of 5 copies: ${found.join(', ')}`
    }),
}
