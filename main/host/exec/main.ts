// Entry of `gatehouse exec`: out/main/exec.js. A program of its own, small, because an agent's shell
// starts it for each command.
import { homedir } from 'node:os'
import { NOT_RUN } from '../../../contract/server/exec-exit.ts'
import { findAppPaths } from '../../config/paths.ts'
import { openLastHandler } from '../last-handler.ts'
import { ensureHomeVariable } from '../../config/folders/home-variable.ts'
import { runLine } from './run-line.ts'
import { processStreams } from './process-streams.ts'

openLastHandler({ code: NOT_RUN, once: true })
ensureHomeVariable(process.env, process.platform)

const [option, token, ...more] = process.argv.slice(2).filter((word) => word !== 'exec')
if (option === '--call' && token !== undefined && more.length === 0) {
  const { socketFile } = findAppPaths({
    env: process.env,
    platform: process.platform,
    homedir: homedir(),
  })
  const call = { token, cwd: process.cwd(), pid: process.pid, socketFile }
  // Ends once all is written: a process that exits at once may cut its own output off.
  process.exitCode = await runLine(call, processStreams(process))
} else {
  process.stderr.write('gatehouse: Use: gatehouse exec --call TOKEN. Hooks write this line.\n')
  process.exitCode = NOT_RUN
}
