// `gatehouse exec` where it comes through the command line: the same as the small program of its own.
import { runLine } from '../../exec/run-line.ts'
import { processStreams } from '../../exec/process-streams.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'

export const exec: Command = {
  name: 'exec',
  operands: [],
  options: ['call'],
  usage: '--call TOKEN',
  summary: `Run the command a hook stored, in the sandbox of the running Gatehouse. Hooks write this line into the agent's own shell. The exit code is that of the command, ${exit.limit} at a limit, or ${exit.notRun} if it was not run`,
  run({ options, paths }) {
    return runLine(
      {
        token: options.get('call') ?? '',
        cwd: process.cwd(),
        pid: process.pid,
        socketFile: paths.socketFile,
      },
      processStreams(process),
    )
  },
}
