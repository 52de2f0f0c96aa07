// The person's own `stop:` list in folders that a server was granted: what its program shows with the
// list and, in the same run, without it. A row that shows nothing either way would prove nothing.
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pathPattern } from '../../main/gate/path-glob.ts'
import { makeOwnFolder } from '../../main/sandbox/linux/host-user.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { scratchFolder } from './scratch.ts'
import { fewWords } from '../whole.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: its sandbox is not built yet)`
const root = scratchFolder('granted-stops')
const VALUE = 'only-in-the-closed-place'
const granted = join(root, 'granted')
const scratch = join(root, 'scratch')
mkdirSync(scratch)

const put = (path: string, text: string): void => {
  mkdirSync(join(granted, path, '..'), { recursive: true })
  writeFileSync(join(granted, path), text)
}
function prepare(): void {
  rmSync(granted, { recursive: true, force: true })
  put('private/key.txt', `${VALUE}\n`)
  put('deep/er/server.pem', `${VALUE}\n`)
  put('open/note.txt', 'open\n')
  linkSync(join(granted, 'private/key.txt'), join(granted, 'open/twin.txt'))
  symlinkSync('../private', join(granted, 'open/link'))
}

const list = [`${granted}/private`, '**/*.pem'].map((written) =>
  pathPattern(written, { workspace: granted, home: root, foldsCase: false }),
)
const runners = {
  'the list': openRunner({ stop: [], home: join(root, 'home'), scratch, ownStop: () => list }),
  'no list': openRunner({ stop: [], home: join(root, 'home'), scratch }),
}
afterAll(() => Promise.all(Object.values(runners).map((runner) => runner.dispose())))

const LINES: readonly string[] = [
  'cat private/key.txt',
  'cat open/twin.txt',
  'cat open/link/key.txt',
  'cat */key.txt',
  'cat deep/er/*',
  'grep -rh only .',
  'tar cf - . | tr -d "\\0"',
  'find . -type f -exec cat {} +',
  'cp -r private "$HOME/copy"; cat "$HOME/copy/key.txt"',
  'ln open/twin.txt "$HOME/twin" || cp open/twin.txt "$HOME/twin"; cat "$HOME/twin"',
  'cat /proc/self/root$PWD/private/key.txt',
]
const NEXT = 'the next line'
let homes = 0

/** What each line prints, whatever becomes of it: one program runs them one after another. */
async function shownBy(
  lines: readonly string[],
  runner: (typeof runners)['the list'],
  grant: 'readOnly' | 'writable',
): Promise<readonly string[]> {
  const home = join(root, `own-${homes++}`)
  makeOwnFolder(home)
  const running = await runner.start({
    argv: [
      '/bin/sh',
      '-c',
      lines.map((line) => `(cd '${granted}'; ${line}); echo '${NEXT}'`).join('\n'),
    ],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    home,
    cwd: null,
    readOnly: grant === 'readOnly' ? [granted] : [],
    writable: grant === 'writable' ? [granted] : [],
    limits: { memoryBytes: 1024 ** 3, processes: 64 },
    proxy: null,
    requires: [],
    signal: new AbortController().signal,
  })
  if (!running.ok) return lines.map(() => `refused: ${running.error.code}`)
  let text = ''
  for await (const chunk of running.value.stdout) text += String(chunk)
  await running.value.exited
  const shown = text.split(`${NEXT}\n`)
  expect(shown).toHaveLength(lines.length + 1)
  return shown.slice(0, -1)
}

describe.runIf(linux)(`a folder that a server was granted${why}`, () => {
  it.each(fewWords(['writable', 'readOnly'], 1))(
    'shows what is on the list to no program, and shows it without the list: %s',
    async (_name, grant) => {
      prepare()
      const covered = await shownBy(LINES, runners['the list'], grant)
      prepare()
      const bare = await shownBy(LINES, runners['no list'], grant)
      const found = LINES.map((line, at) => [
        line,
        covered[at]?.includes(VALUE),
        bare[at]?.includes(VALUE),
      ])
      expect(found).toEqual(LINES.map((line) => [line, false, true]))
    },
  )

  it('shows what is not on the list', async () => {
    prepare()
    expect(await shownBy(['cat open/note.txt'], runners['the list'], 'readOnly')).toEqual([
      'open\n',
    ])
  })

  it('is refused whole where it is on the list itself, or below it', async () => {
    prepare()
    const closed = openRunner({
      stop: [],
      home: join(root, 'home'),
      scratch,
      ownStop: () => [pathPattern(root, { workspace: granted, home: root, foldsCase: false })],
    })
    expect(await shownBy(['ls'], closed, 'readOnly')).toEqual([
      expect.stringMatching(/^refused: sandbox\.stop/),
    ])
    await closed.dispose()
  })
})
