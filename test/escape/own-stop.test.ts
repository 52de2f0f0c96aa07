// The person's own STOP list against the real sandbox: what is on it is seen by no command and no
// program, whatever name it is reached by, and what could not be covered is not handed on.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chownAll } from '../sandbox/own.ts'
import { openFixture, soon, stations, type Fixture } from './fixture.ts'
import { fewWords } from '../whole.ts'

const SECRET = 'SECRET-OF-PERSON'
const stop = [
  'private',
  'keys/**',
  '**/*.pem',
  'later/**',
  'one.txt',
  'hard.txt',
  'soft.txt',
  'deep/er/inner',
  // Only a wildcard names what lies outside the workspace, by a real folder and by a link to it.
  '~/vault/**/*.key',
  '~/way/*/k',
]

describe.runIf(process.platform === 'linux').each(fewWords(stations, 1))(
  'a place of the STOP list, as %s (skipped elsewhere: no command runs there)',
  (_name, station) => {
    let fixture: Fixture
    const at = (path: string): string => join(fixture.workspace, path)
    const put = (path: string, text = SECRET): void => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    }
    const everything =
      'grep -rl SECRET-OF . 2>/dev/null; cat $(find . -type f 2>/dev/null) 2>/dev/null; true'

    beforeAll(async () => {
      fixture = await openFixture(station, [], undefined, stop)
      for (const path of [
        'private/a',
        'private/deep/b',
        'keys/k',
        'server.pem',
        'node_modules/x/c.pem',
        'one.txt',
        'hard.txt',
        'target.txt',
        'deep/er/inner',
      ])
        put(path)
      linkSync(at('hard.txt'), at('other-name'))
      symlinkSync('target.txt', at('soft.txt'))
      for (const [path, twin] of [
        ['../home/vault/deep/a.key', 'twin-of-vault'],
        ['../home/real/deep/k', 'sub/twin-behind-link'],
        ['../home/real/deep/open', 'twin-of-nothing'],
      ] as const) {
        put(path, path.endsWith('open') ? 'free to read too' : SECRET)
        mkdirSync(dirname(at(twin)), { recursive: true })
        linkSync(at(path), at(twin))
      }
      symlinkSync('real', at('../home/way'))
      put('open.txt', 'free to read')
      chownAll(fixture.workspace)
    })
    afterAll(() => fixture.close())

    it('is read by no command, by none of its names', async () => {
      const { stdout, stderr } = await fixture.run(
        `${everything}; cat private/a server.pem one.txt other-name soft.txt target.txt deep/er/inner twin-of-vault sub/twin-behind-link`,
      )
      expect(stdout + stderr).not.toContain('SECRET-OF')
      expect(stdout).toContain('free to read')
      expect(stdout).toContain('free to read too')
    })

    it('is not changed, uncovered, moved or opened up', async () => {
      const paths = ['private', 'keys', 'server.pem', 'one.txt', 'hard.txt', 'deep/er/inner']
      const tries = paths.map(
        (path) =>
          `chmod -R 777 ${path}; umount ${path}; mv ${path} moved; rm -rf ${path}; echo x >${path}; ln ${path} l; cp -r ${path} c`,
      )
      const { stdout } = await fixture.run(
        `exec 2>/dev/null; ${tries.join('; ')}; mv deep shallow; mv deep/er deep/other; ${everything}`,
      )
      expect(stdout).not.toContain('SECRET-OF')
      for (const path of [
        'private/a',
        'keys/k',
        'server.pem',
        'one.txt',
        'hard.txt',
        'deep/er/inner',
      ])
        expect(readFileSync(at(path), 'utf8')).toBe(SECRET)
    })

    it('is seen by no rehearsal and by no program that is given the folder @whole', async () => {
      for (const way of ['rehearsal', 'program'] as const) {
        const { result } = await fixture.ask(
          `cd ${fixture.workspace}; ${everything}; mv deep shallow; cat */er/inner`,
          { way },
        )
        expect(result).toMatchObject({ ok: true })
        expect(JSON.stringify(result)).toContain('free to read')
        expect(JSON.stringify(result)).not.toContain('SECRET-OF')
      }
    })

    it('that appears while a command runs takes the output with it', async () => {
      const running = fixture.ask(
        'touch begun; while [ ! -e later/k ]; do sleep 0.05; done; cat later/k',
      )
      expect(await soon(() => existsSync(at('begun')))).toBe(true)
      put('later/k.part')
      writeFileSync(at('later/k'), SECRET)
      const { result } = await running
      expect(result).toMatchObject({ ok: false, error: { code: 'path.stop' } })
      expect(JSON.stringify(result)).not.toContain('SECRET-OF')
    })

    it('that is gone again before the command ends takes the output with it all the same', async () => {
      const running = fixture.ask(
        'touch begun2; until [ -e done2 ]; do sleep 0.02; done; cat later/fast 2>/dev/null',
      )
      expect(await soon(() => existsSync(at('begun2')))).toBe(true)
      put('later/fast')
      rmSync(at('later'), { recursive: true })
      put('done2', '')
      expect((await running).result).toMatchObject({ ok: false, error: { code: 'path.stop' } })
    })

    it('that is saved again over its cover takes the output with it', async () => {
      const running = fixture.ask(
        'touch begun3; until [ -e done3 ]; do sleep 0.02; done; cat one.txt',
      )
      expect(await soon(() => existsSync(at('begun3')))).toBe(true)
      put('draft')
      renameSync(at('draft'), at('one.txt'))
      chownAll(fixture.workspace)
      put('done3', '')
      const { result } = await running
      expect(result).toMatchObject({ ok: false, error: { code: 'path.stop' } })
      expect(JSON.stringify(result)).not.toContain('SECRET-OF')
    })

    it('that is written to in its place while a command runs stays covered, and what the command prints is kept', async () => {
      const running = fixture.ask(
        'touch begun4; until [ -e done4 ]; do sleep 0.02; done; cat one.txt private/a; echo through',
      )
      expect(await soon(() => existsSync(at('begun4')))).toBe(true)
      writeFileSync(at('one.txt'), `${SECRET} again`)
      put('private/new')
      put('done4', '')
      const { result } = await running
      expect(result).toMatchObject({ ok: true, value: { stdout: 'through\n' } })
    })

    it('that appears in the folder of a program ends it', async () => {
      const running = fixture.ask('while :; do sleep 0.05; done', { way: 'program' })
      // What is there when it starts is covered; of the others the first that comes later ends it.
      let [over, created] = [false, 0]
      void running.then(() => (over = true))
      await soon(() => (put(`deep/nest/fresh${created++}.pem`), over), 30_000)
      expect((await running).result).toMatchObject({
        ok: false,
        error: { code: 'path.stop', text: expect.stringMatching(/fresh\d+\.pem/) },
      })
      rmSync(at('deep/nest'), { recursive: true })
    })

    it('that is the workspace itself keeps every command out @whole', async () => {
      const other = await openFixture(station, [], undefined, ['.'])
      try {
        expect((await other.ask('true')).result).toMatchObject({
          ok: false,
          error: { code: 'sandbox.stop' },
        })
      } finally {
        await other.close()
      }
    })
  },
)
