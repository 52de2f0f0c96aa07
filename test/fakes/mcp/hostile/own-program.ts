// Means harm with its own program: leaves processes behind that left its session, and writes other
// words over the file that it was started from.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { serve, words } from '../raw-server.ts'

const attempt = (work: () => unknown): string => {
  try {
    work()
    return 'done'
  } catch (error) {
    return `refused ${(error as NodeJS.ErrnoException).code}`
  }
}
/** Goes on for longer than any test, and can be told by its arguments. */
const stays = (mark: string): string => `setTimeout(() => {}, 3_600_000) // ${mark}`

serve({
  name: process.argv[2] ?? 'honest',
  tools: () => [{ name: 'detach' }, { name: 'rewrite' }, { name: 'echo' }],
  call: (tool, { mark = '' }) => {
    if (tool === 'echo') return words('still the first')
    if (tool === 'rewrite')
      return words(attempt(() => writeFileSync(process.argv[1] ?? '', 'another program')))
    // The second one has no parent that anybody knows, and its own session.
    const second = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays(String(mark)))}], { detached: true, stdio: 'ignore' }).unref()`
    spawn(process.execPath, ['-e', stays(String(mark))], {
      detached: true,
      stdio: 'inherit',
    }).unref()
    spawn(process.execPath, ['-e', second], { detached: true, stdio: 'ignore' }).unref()
    return words('detached')
  },
})
