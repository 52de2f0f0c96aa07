// The streams and signals of the program that an agent's shell waits for.
import type { ExecStreams } from './run-line.ts'

/** All of these end a command of a shell. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

export function processStreams(self: NodeJS.Process): ExecStreams {
  // Nobody reads any more: the command ends as it would have by itself.
  let broken: (() => void) | null = null
  for (const stream of [self.stdout, self.stderr]) stream.on('error', () => broken?.())
  return {
    stdout: (text) => void self.stdout.write(text),
    stderr: (text) => void self.stderr.write(text),
    onSignal(stop) {
      for (const signal of ENDINGS) self.on(signal, stop)
      broken = () => stop('SIGPIPE')
      return () => {
        broken = null
        for (const signal of ENDINGS) self.off(signal, stop)
      }
    },
  }
}
