// The command that starts this Gatehouse from anywhere, for the files of other programs.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Program } from '../../../clients/connect/agents/clients.ts'
import type { CliContext } from '../cli-context.ts'

/**
 * This very Node with the launcher of this very Gatehouse: neither depends on the PATH that the
 * other program happens to have.
 */
export function programHere({ env }: CliContext): Program {
  let root = import.meta.dirname
  while (
    !existsSync(join(root, 'main', 'host', 'launch', 'gatehouse.cjs')) &&
    dirname(root) !== root
  )
    root = dirname(root)
  const home = env['GATEHOUSE_HOME'] ?? ''
  return {
    command: process.execPath,
    args: [join(root, 'main', 'host', 'launch', 'gatehouse.cjs')],
    env: home === '' ? {} : { GATEHOUSE_HOME: home },
  }
}
