// Starts and ends the process that runs a module. Gatehouse passes its sandboxed way to start
// programs; the plain one here is for where there is none.
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

export type ChildCommand = {
  /** Absolute program first. */
  readonly argv: readonly [string, ...string[]]
  /** All of it; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  /**
   * Files and folders the program must be able to read, absolute. It writes none and needs no
   * network.
   */
  readonly reads: readonly string[]
}

export type WasiChild = {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Ends the whole tree at once (SIGKILL). Safe to call at any time. */
  kill(): void
  /** Never rejects. `failed`: it could not be started. */
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: string | null
    readonly failed: string | null
  }>
}

export type StartChild = (command: ChildCommand) => WasiChild

export const startPlain: StartChild = ({ argv: [file, ...args], env }) => {
  const child = spawn(file, args, {
    env,
    cwd: process.platform === 'win32' ? undefined : '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => {
      child.once('error', (error) => {
        if (child.pid === undefined) resolve({ code: null, signal: null, failed: error.message })
      })
      child.once('close', (code, signal) => resolve({ code, signal, failed: null }))
    }),
  }
}
