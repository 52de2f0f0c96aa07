// Starts the helper as a child of this process: with nothing of our environment and none of our
// descriptors.
import { spawn } from 'node:child_process'
import { existsSync, openSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { inheritable } from '../linux/descriptors.ts'
import { nodeProgram } from '../node-program.ts'
import type { ConnectHelper } from './spawner.ts'

export type HelperProgram = {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Our own Node, running one of the two scripts of this folder. */
export function ownNode(script: 'spawner' | 'relay'): HelperProgram {
  const { file, env, scripts } = nodeProgram()
  return { file, args: ['--max-old-space-size=128', scriptFile(script, scripts)], env }
}

/** From the sources as they are, or out of the bundle, whose parts may lie a folder deeper. */
function scriptFile(script: 'spawner' | 'relay', scripts: string | null): string {
  const here = import.meta.dirname
  const names = [
    ...(scripts === null ? [] : [join(scripts, `${script}.js`)]),
    join(here, `${script === 'spawner' ? 'main' : 'relay'}.ts`),
    join(here, `${script}.js`),
    join(here, '..', `${script}.js`),
  ]
  const found = names.find((name) => existsSync(name))
  if (found === undefined) throw new Error(`${script}.js is missing beside ${here}`)
  return found
}

/** After its pipe has closed: by itself it is gone at once. */
const LAST_MS = 1000

/**
 * The usual way to the helper. `base`: an empty folder where it may show folders to others, for
 * root only: then it gets a mount namespace of its own by `unshare`. Null for either: it stages
 * nothing.
 */
export function childHelper(
  program: HelperProgram,
  own: { readonly unshare: string; readonly base: string } | null,
): ConnectHelper {
  return () => {
    const words =
      own === null
        ? [program.file, ...program.args]
        : [
            own.unshare,
            '--mount',
            '--propagation',
            'slave',
            '--',
            program.file,
            ...program.args,
            own.base,
          ]
    const nothing = openSync('/dev/null', 'r+')
    try {
      const covered = new Map(inheritable().map((fd) => [fd, nothing]))
      const others = Array.from(
        { length: Math.max(3, ...covered.keys()) - 3 },
        (_, at) => covered.get(at + 4) ?? ('ignore' as const),
      )
      const child = spawn(words[0] ?? '', words.slice(1), {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe', ...others],
        env: { ...program.env },
        cwd: '/',
      })
      const pipe = child.stdio[3]
      if (!(pipe instanceof Duplex)) throw new Error('The helper has no pipe.')
      child.once('error', () => pipe.destroy())
      // One that was given up may be stopped, and would never see its end: it goes on, and ends, or
      // is ended. Woken at our own exit too, which may come before the time is over.
      const wake = (): void => void child.kill('SIGCONT')
      process.once('exit', wake)
      child.once('exit', () => process.off('exit', wake))
      pipe.once('close', () => {
        wake()
        setTimeout(() => child.kill('SIGKILL'), LAST_MS).unref()
      })
      child.unref()
      return pipe
    } finally {
      closeSync(nothing)
    }
  }
}
