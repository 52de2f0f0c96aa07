// The command that starts this Gatehouse from anywhere, for the files of other programs: as the
// command line writes it, from the app.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Program } from '../../clients/connect/agents/clients.ts'
import type { NodeProgram } from '../../sandbox/node-program.ts'

const LAUNCHER = ['main', 'host', 'launch', 'gatehouse.cjs'] as const

/**
 * `from`: the folder of the code that runs. An installed app keeps the command outside of its
 * archive, beside the Node that it brings along.
 */
export function programOfApp(
  { file, env, scripts }: NodeProgram,
  home: string | undefined,
  from: string,
  isThere: (path: string) => boolean = existsSync,
): Program {
  let root = scripts === null ? from : join(scripts, '..', '..')
  while (!isThere(join(root, ...LAUNCHER)) && dirname(root) !== root) root = dirname(root)
  return {
    command: file,
    args: [join(root, ...LAUNCHER)],
    env: { ...env, ...(home === undefined || home === '' ? {} : { GATEHOUSE_HOME: home }) },
  }
}
