// The person's own STOP list for tools that open files themselves: what a path leads to counts,
// whatever its names.
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathPattern } from '../../../main/gate/path-glob.ts'
import { filePowers } from '../../../main/sandbox/files/file-powers.ts'
import { openOwnPaths } from '../../../main/sandbox/files/own-paths.ts'
import { resolvePath } from '../../../main/sandbox/files/resolve-path.ts'

let root: string
let ws: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-own-')))
  ws = join(root, 'ws')
  for (const path of [
    'ws/private/a',
    'ws/keys/deep/k.pem',
    'ws/one.txt',
    'ws/target.txt',
    'ws/open.txt',
    'ws/plain.txt',
    'ws/caf\u00e9',
    'home/notes/diary',
    'real/proj/secret/x',
    'ws/link-me/y.key',
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), 'text')
  }
  symlinkSync('target.txt', join(ws, 'soft.txt'))
  symlinkSync('private', join(ws, 'way'))
  symlinkSync('way', join(ws, 'way2'))
  symlinkSync(join(root, 'real'), join(root, 'linked'))
  symlinkSync(join(root, 'home', 'notes'), join(ws, 'mine'))
  linkSync(join(ws, 'one.txt'), join(ws, 'hard-one'))
  linkSync(join(ws, 'private/a'), join(ws, 'hard-in-folder'))
  linkSync(join(ws, 'keys/deep/k.pem'), join(ws, 'hard-of-pattern'))
  linkSync(join(ws, 'open.txt'), join(ws, 'hard-open'))
})
afterAll(() => rmSync(root, { recursive: true }))

const zoneOf = async (path: string, stop: readonly string[]): Promise<string> => {
  const patterns = stop.map((glob) =>
    pathPattern(glob, { workspace: ws, home: join(root, 'home'), foldsCase: false }),
  )
  const resolved = resolvePath({
    workspace: ws,
    stop: [],
    home: join(root, 'home'),
    own: openOwnPaths(() => patterns),
  })
  const found = await resolved(path)
  if (!found.ok) throw new Error(found.error.text)
  const { read } = filePowers({ permitted: [{ kind: 'fs.read', ...found.value }], resolved })
  const text =
    found.value.is === 'folder'
      ? await read.list(path)
      : await read.readText(path, { maxBytes: 100 })
  return `${found.value.zone}, ${text.ok ? 'read' : text.error.code}`
}

const closed: readonly [string, string, ...string[]][] = [
  ['the file that is named', 'one.txt', 'one.txt'],
  ['a pattern with a slash at its end', 'private/a', 'private/'],
  ['the folder itself, for its names', 'private', 'private/'],
  ['the folder itself of a pattern for what lies in it', 'private', 'private/**'],
  ['below a match of a wildcard', 'keys/deep/k.pem', 'k*ys'],
  ['any depth', 'keys/deep/k.pem', '**/*.pem'],
  ['relative to home', '~/notes/diary', '~/notes'],
  ['the same by a link into home', 'mine/diary', '~/notes/**'],
  ['by a link to the folder', 'way/a', 'private'],
  ['by a link to that link', 'way2/a', 'private/**'],
  ['what a link on the list leads to', 'target.txt', 'soft.txt'],
  ['the link on the list itself', 'soft.txt', 'soft.txt'],
  ['a pattern that goes through a linked folder', '../real/proj/secret/x', '../linked/proj/secret'],
  ['a wildcard behind a linked folder', '../real/proj/secret/x', '../linked/proj/s*'],
  ['a pattern that begins at a link in the workspace', '~/notes/diary', 'mine/**'],
  ['a hard link', 'hard-one', 'one.txt'],
  ['a hard link of a file in a folder', 'hard-in-folder', 'private'],
  ['a hard link of what a wildcard names', 'hard-of-pattern', '**/*.pem'],
  ['another composition of a character', 'cafe\u0301/../caf\u00e9', 'cafe\u0301'],
  ['up and down again', 'private/../private/a', './x/../private'],
  ['a folder that is not there yet', 'private/new/deep', 'private'],
  ['a place that is not there at all', 'later/k', 'later'],
]
const open: readonly [string, string, ...string[]][] = [
  ['a file beside', 'plain.txt', 'one.txt', '**/*.pem', 'private/', '~/notes'],
  ['a name that only begins so', 'plain.txt', 'plain', 'plai?'],
  ['a folder above', '.', 'private', '**/*.pem'],
]

describe('a path that a file tool is given', () => {
  it.each(closed)('is closed: %s', async (_what, path, ...stop) => {
    const [zone, end] = (await zoneOf(path, stop)).split(', ')
    expect([zone, end]).toEqual(['stop', 'path.stop'])
  })

  it.each(open)('is open: %s', async (_what, path, ...stop) => {
    expect(await zoneOf(path, stop)).toBe('workspace, read')
  })

  it('and a hard link that has nothing to do with the list is only outside, as before', async () => {
    expect((await zoneOf('hard-open', ['**/*.pem', 'one.txt'])).split(', ')[0]).toBe('outside')
  })
})
