// A home in which every command is held, an app that runs in it, and calls of commands by
// `gatehouse tools run` beside it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Approval } from '../../contract/approval/approval.ts'
import { holdCommands } from '../hold-commands.ts'
import { makeHome } from './gatehouse.ts'
import type { Home, Running } from './gatehouse.ts'

export type AskingHome = {
  readonly home: Home
  /** The app, once it serves. */
  serve(): Promise<Running>
  /** A call of this command. */
  asks(command: string, ...more: readonly string[]): Running
  /** The same with a proof at hand that answers what it asks. */
  approves(command: string, passphrase?: string): Running
  /** Makes the passphrase that such a proof is. */
  withPassphrase(): Promise<void>
  /** Ids of the approvals that wait, by their command. */
  pending(): Promise<Readonly<Record<string, string>>>
}

const PASSPHRASE = 'correct horse'

export function askingHome(): AskingHome {
  const home = makeHome()
  mkdirSync(home.folder)
  writeFileSync(join(home.folder, 'config.yaml'), holdCommands)
  const asks = (command: string, ...more: readonly string[]): Running =>
    home.start('tools', 'run', 'exec', '--args', JSON.stringify({ command }), ...more)
  return {
    home,
    async serve() {
      const server = home.start('serve', '--port', '0', '--json', '--no-open')
      await server.until(/"url"/)
      return server
    },
    asks,
    approves(command, passphrase = PASSPHRASE) {
      home.env['GATEHOUSE_PASSPHRASE'] = passphrase
      const call = asks(command, '--approve')
      delete home.env['GATEHOUSE_PASSPHRASE']
      return call
    },
    async withPassphrase() {
      home.env['GATEHOUSE_NEW_PASSPHRASE'] = PASSPHRASE
      await home.json('step-up', 'passphrase')
      delete home.env['GATEHOUSE_NEW_PASSPHRASE']
    },
    async pending() {
      const { value } = await home.json('approvals', 'list')
      const { approvals } = z.object({ approvals: z.array(Approval) }).parse(value)
      return Object.fromEntries(approvals.map(({ id, args }) => [args['command'], id]))
    },
  }
}
