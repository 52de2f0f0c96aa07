import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findProgram, run, tail } from '../../main/host/launch/program.mjs'

const programs = join(import.meta.dirname, '..', '..', 'main', 'host', 'launch', 'program.mjs')

describe('run', () => {
  it('gives the exit code and both streams', async () => {
    const { code, output } = await run(
      process.execPath,
      ['-e', 'console.log("a"); console.error("b"); process.exit(3)'],
      {
        timeoutMs: 10_000,
      },
    )
    expect({ code, lines: output.trim().split('\n').toSorted() }).toEqual({
      code: 3,
      lines: ['a', 'b'],
    })
  })

  it('has code 127 for a program that is not there', async () => {
    expect(await run('/nowhere/at-all', [], { timeoutMs: 1000 })).toMatchObject({ code: 127 })
  })

  it('ends a program at the limit, and what it has started, with code 124', async () => {
    // The grandchild holds the pipes: as long as it lives they do not close. The limit is longer
    // each time until the child has come so far, which a busy machine decides.
    const grandchild = 'setInterval(() => {}, 1000)'
    const child = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' }); console.log('up')`
    const ended = async (seconds: number): Promise<{ code: number | null; output: string }> => {
      const { code, output } = await run(process.execPath, ['-e', child], {
        timeoutMs: seconds * 1_000,
      })
      return output.startsWith('up') || seconds > 100
        ? { code, output: output.replace(`after ${seconds} seconds`, 'in time') }
        : ended(seconds * 2)
    }
    expect(await ended(0.5)).toEqual({ code: 124, output: 'up\n\n(stopped in time)' })
  })
})

describe('runInForeground', () => {
  /** In a group of its own, of which nothing is left after the test, whatever became of it. */
  const groups: number[] = []
  afterEach(() => {
    for (const group of groups.splice(0)) {
      try {
        process.kill(-group, 'SIGKILL')
      } catch {
        // All of it has ended.
      }
    }
  })
  const launch = (child: string) => {
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { runInForeground } from ${JSON.stringify(programs)}; process.exitCode = await runInForeground(process.execPath, ['-e', ${JSON.stringify(child)}])`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
    )
    if (parent.pid !== undefined) groups.push(parent.pid)
    return parent
  }

  it('passes the exit code on', async () => {
    expect(await once(launch('process.exit(7)'), 'exit')).toEqual([7, null])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'passes %s on and waits for the child to end in its own way',
    async (signal) => {
      const parent = launch(
        `process.on('${signal}', () => setTimeout(() => process.exit(5), 50)); console.log('up'); setInterval(() => {}, 1000)`,
      )
      await once(parent.stdout, 'data')
      parent.kill(signal)
      expect(await once(parent, 'exit')).toEqual([5, null])
    },
  )

  it('has code 128 + n when the child dies of a signal', async () => {
    expect(await once(launch("process.kill(process.pid, 'SIGKILL')"), 'exit')).toEqual([137, null])
  })
})

describe('findProgram', () => {
  it('finds what is on PATH and nothing else', () => {
    expect(findProgram('node')).not.toBeNull()
    expect(findProgram('no-such-program-anywhere')).toBeNull()
  })
})

it('tail keeps the last lines', () => {
  expect(tail('a\nb\nc\n\n', 2)).toBe('b\nc')
})
