// A command in the real sandbox swaps files and folders of its workspace for links that lead out,
// as fast as it can, while the file powers of Gatehouse work at the same places, 10,000 rounds
// each in the long form.
// @module-tag whole
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { filePowers } from '../../main/sandbox/files/file-powers.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'
import { soak, tries } from '../soak.ts'
import { openFixture, soon, stations, type Fixture } from './fixture.ts'

const linux = process.platform === 'linux'
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: its sandbox is not built yet, every command is refused)`
const ROUNDS = tries(10_000)
/** Less than a test may take (vitest.config.ts). */
const RACING_MS = soak ? 7_000_000 : 500_000

describe.runIf(linux).each(stations)(
  `a race of a command as %s with the file powers${why}`,
  (identity) => {
    let fixture: Fixture
    beforeAll(async () => {
      fixture = await openFixture(identity)
    })
    afterAll(() => fixture.close())

    it.each([
      ['folder', 'dir', '../home/.ssh', 'dir/id'],
      ['file', 'id', '../home/.ssh/id', 'id'],
    ] as const)(
      `leads neither reading nor writing out in ${ROUNDS} rounds by a swapped %s`,
      async (what, target, link, path) => {
        const { workspace, home } = fixture
        if (what === 'folder') mkdirSync(join(workspace, 'dir'), { recursive: true })
        writeFileSync(join(workspace, path), 'mine')
        await fixture.run(
          `rm -rf stop; cp -r ${target} spare; rm -rf ${target}; mv spare ${target}`,
        )
        const swap = `for (;;) { last if $n++ % 50 == 0 && -e "stop"; rename "${target}","kept"; symlink "${link}","${target}"; unlink "${target}"; rename "kept","${target}"; $n == 200 and do { open F, ">", "going"; close F } }`
        const racing = fixture.run(`perl -e '${swap}'; echo raced`, { timeMs: RACING_MS })
        expect(await soon(() => readdirSync(workspace).includes('going'))).toBe(true)
        const at = join(workspace, path)
        const permitted = (['fs.read', 'fs.write'] as const).map((kind): CanonicalTouch => ({
          kind,
          path: at,
          zone: 'workspace',
          is: 'file',
        }))
        const { read, write } = filePowers({
          permitted,
          resolved: resolvePath({ workspace, stop: [fixture.gatehouse], home }),
        })
        const seen = new Map<string, number>()
        // On a busy machine the command may not have had its turn yet: then some rounds more.
        const met = (): boolean => seen.size > 1 && seen.has('read mine')
        const until = performance.now() + 240_000
        for (let round = 0; round < ROUNDS || (!met() && performance.now() < until); round += 1) {
          const got = await read.readText(path, { maxBytes: 100 })
          const key = got.ok ? `read ${got.value.text}` : got.error.code
          seen.set(key, (seen.get(key) ?? 0) + 1)
          if (round % 10 === 0) await write.writeText(path, 'mine')
        }
        writeFileSync(join(workspace, 'stop'), '')
        expect((await racing).stdout).toBe('raced\n')
        expect(
          [...seen.keys()].filter((key) => key.startsWith('read ') && key !== 'read mine'),
        ).toEqual([])
        // Both sides of the race were met, else nothing was shown.
        expect(seen.get('read mine')).toBeGreaterThan(0)
        expect(seen.size).toBeGreaterThan(1)
        expect(readFileSync(join(home, '.ssh/id'), 'utf8')).toBe('SECRET-OF-HOST')
        expect(readdirSync(join(home, '.ssh'))).toEqual(['id'])
        for (const name of ['stop', 'going', 'kept', target])
          rmSync(join(workspace, name), { recursive: true, force: true })
      },
    )
  },
)
