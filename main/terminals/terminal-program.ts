// What the start of a session needs of the sandbox.
import type { Readable, Writable } from 'node:stream'
import type { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'

export type Running = {
  readonly stdin: Writable
  readonly stdout: Readable
  pid(): number | null
  readonly exited: Promise<unknown>
  kill(): Promise<unknown>
}

/** Starts a program in the sandbox, as `Runner.start` does. */
export type StartProgram = (program: {
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  readonly home: string
  readonly cwd: string | null
  readonly package: string
  readonly sockets: true
  readonly inner: { readonly name: string; readonly argv: readonly string[] }
  readonly worksIn: string
  readonly readOnly: readonly string[]
  readonly writable: readonly string[]
  readonly limits: { readonly memoryBytes: number; readonly processes: number }
  readonly proxy: null
  readonly requires: readonly string[]
  readonly signal: AbortSignal
}) => Promise<Result<Running, Failure>>

/** Only what the system installed: inside the sandbox nothing else is there. */
export const TMUX = '/usr/bin/tmux'
const SHELLS = ['/bin/dash', '/bin/bash', '/bin/sh'] as const

/**
 * The shell that reads what is sent. One that edits lines itself is told not to: a line is then what
 * was typed, and nothing of it means an earlier line.
 */
export function shellWords(isThere: (file: string) => boolean): readonly string[] {
  const shell = SHELLS.find(isThere) ?? '/bin/sh'
  return shell === '/bin/bash'
    ? [shell, '--norc', '--noprofile', '--noediting', '+H', '-i']
    : [shell, '-i']
}

/** No key and no program inside can run a command of tmux, and no output renames a window. */
export const settings = [
  'set -g history-limit 10000',
  'set -g prefix None',
  'set -g prefix2 None',
  'set -g mouse off',
  'set -g automatic-rename off',
  'set -g allow-rename off',
  'set -g set-titles off',
  'set -s set-clipboard off',
  'set -g update-environment ""',
  'set -g default-terminal screen',
  'unbind-key -a -T root',
  'unbind-key -a -T prefix',
  'unbind-key -a -T copy-mode',
  'unbind-key -a -T copy-mode-vi',
  '',
].join('\n')
