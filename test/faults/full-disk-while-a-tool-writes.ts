// The disk of the workspace is full while a tool writes a file.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { callApproved, fillDisk, withApp, withTmpfs } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'full-disk-while-a-tool-writes',
  fault: 'the disk of the workspace is full while a tool writes a file',
  mustHappen: 'the old file is whole, and the answer says that there is no room',
  run: () =>
    withTmpfs(4, (disk) =>
      withApp(
        async (app) => {
          symlinkSync(disk, join(app.base, 'disk'))
          const file = join(disk, 'old.txt')
          writeFileSync(file, 'the old content\n')
          await app.start()
          const free = fillDisk(disk)
          const answer = await callApproved(app, await app.agent(), 'write_file', {
            path: 'old.txt',
            content: 'x'.repeat(100_000),
          })
          const stored = readFileSync(file, 'utf8') === 'the old content\n'
          free()
          must(stored, 'the old file is gone')
          must(answer.result?.isError === true, `it was answered: ${textOf(answer)}`)
          return `The old file was whole, and the answer was ${quote(textOf(answer), 100)}`
        },
        '',
        undefined,
        disk,
      ),
    ),
}
