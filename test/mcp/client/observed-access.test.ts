// What a server does in the real sandbox, as it is seen from outside.
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, realpathSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { observeProgram } from '../../../main/sandbox/processes/observe-program.ts'
import { openOutside, options, project, stateOf } from './fixture.ts'

const fixture = openOutside('observed')
const busy = join(project, 'test/fakes/mcp/honest/busy-server.ts')
const scanners = process.platform === 'linux'

describe.runIf(scanners)(
  'a program in the sandbox (skipped elsewhere: no file access is watched)',
  () => {
    it(
      'is seen in the files it reads, writes and runs, and nowhere else',
      { timeout: 600_000 },
      async () => {
        const [injected, given] = [join(fixture.root, 'lent'), join(fixture.root, 'given')]
        // The program may belong to another user outside.
        for (const folder of [injected, given, join(injected, 'below'), join(given, 'below')]) {
          mkdirSync(folder)
          chmodSync(folder, 0o777)
        }
        writeFileSync(join(injected, 'below', 'a.txt'), 'a')
        writeFileSync(join(given, 'below', 'b.txt'), 'b')
        const folders = [
          { path: project, write: false },
          { path: injected, write: false },
          { path: given, write: true },
        ]
        const connection = fixture.connect('busy', [busy], { inside: observeProgram }, { folders })
        await stateOf(connection, 'ready')
        const call = async (tool: string, at: string, ms: number) => {
          const done = await connection.call(tool, { at, ms }, options())
          if (!done.ok || done.value.failed) throw new Error(JSON.stringify(done))
        }
        // As often as it takes for a look to fall into it.
        const until = async (
          what: 'files' | 'written' | 'programs',
          path: string,
          work: () => Promise<void>,
        ) => {
          await expect
            .poll(async () => (await work(), connection.observed()[what]), {
              interval: 10,
            })
            .toContain(path)
        }
        // Nobody but the person writes here now; told of it, the watch has heard of it too.
        const own = watch(given)
        const received = once(own, 'change')
        writeFileSync(join(given, 'mine.txt'), 'mine')
        await received
        own.close()
        await new Promise((resolve) => setTimeout(resolve, 100))
        await until('files', join(injected, 'below', 'a.txt'), () =>
          call('read', join(injected, 'below', 'a.txt'), 300),
        )
        const wrote = join(given, 'below', 'made.txt')
        await until('written', wrote, () => call('write', wrote, 50))
        const program = realpathSync('/usr/bin/sleep')
        await until('programs', program, () => call('run', '/usr/bin/sleep', 400))
        const seen = connection.observed()
        expect(connection.visible()).toBe(true)
        expect(seen.programs.toSorted()).toEqual(
          [process.execPath, program].map((path) => realpathSync(path)).toSorted(),
        )
        expect(seen.written).not.toContain(join(given, 'mine.txt'))
        expect(
          [...seen.files, ...seen.written].filter(
            (path) =>
              ![project, injected, given].some(
                (folder) => path === folder || path.startsWith(`${folder}/`),
              ),
          ),
        ).toEqual([])
        expect(seen.hosts).toEqual([])
        expect(readFileSync(wrote, 'utf8')).toBe('x')
      },
    )
  },
)

it('cannot be seen once it is gone, and that is said', async () => {
  const observation = observeProgram({ pid: 2 ** 30, folders: [], writable: [], found: () => {} })
  await expect.poll(() => observation.seen()).toBe(false)
  observation.start()()
  observation.dispose()
})
