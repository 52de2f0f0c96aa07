// The folder that the packages of Linux are made of, ready to be started with the stand-in of
// Electron.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { findNode } from '../../main/host/launch/node.mjs'

const root = join(import.meta.dirname, '..', '..')

export type PackedApp = {
  /** The program of the window. */
  readonly app: string
  /** The command line that came along. */
  readonly command: string
}

export function packApp(folder: string): PackedApp {
  const program = join(import.meta.dirname, 'linux-program.ts')
  const output = execFileSync(findNode(root), [program, folder, 'dir'], { encoding: 'utf8' })
  const unpacked = output.trim().split('\n').at(-1) ?? ''
  return {
    app: join(unpacked, 'gatehouse-desktop'),
    command: join(unpacked, 'resources', 'cli', 'bin', 'gatehouse'),
  }
}
