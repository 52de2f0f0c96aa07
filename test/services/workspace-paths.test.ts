// Real folders, the real power that lists them; the gate says what the test has it say.
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { workspacePaths } from '../../main/services/workspace/workspace-paths.ts'
import { filePowers } from '../../main/sandbox/files/file-powers.ts'
import { decision } from '../fakes/bridge-data.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'

let folder = ''
const resolvedIn = (workspace: string) =>
  resolvePath({ workspace, stop: [], home: join(workspace, 'nobody') })
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-paths-')))
  for (const path of ['src/pages', 'docs', 'secret', '.git', 'node_modules/read'])
    await mkdir(join(folder, path), { recursive: true })
  for (const path of [
    'README.md',
    'notes.txt',
    'src/read-feed.ts',
    'src/pages/readers.md',
    '.git/read',
    'secret/read.txt',
    'node_modules/read/read.js',
    'docs/a\u202eb',
  ])
    await writeFile(join(folder, path), '')
  await symlink('/etc', join(folder, 'read-etc'))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

/** The gate asks before anything in `secret` is listed. */
const offer = () => {
  const resolve = resolvedIn(folder)
  const evaluated: string[] = []
  const paths = workspacePaths({
    evaluate: async (path) => {
      evaluated.push(path)
      const at = await resolve(path)
      if (!at.ok) return at
      const touch: CanonicalTouchOf<'fs.read'> = {
        kind: 'fs.read',
        path: at.value.path,
        zone: at.value.zone,
        is: at.value.is,
      }
      return ok(decision('R1', path.startsWith('secret') ? 'confirm' : 'allow', [touch], []))
    },
    reader: (permitted) => filePowers({ permitted, resolved: resolve }).read,
  })
  return { evaluated, find: async (text: string, limit = 50) => paths(text, limit) }
}

describe('paths while one is typed', () => {
  it.each<[string, string[]]>([
    ['', ['README.md', 'docs/', 'node_modules/', 'notes.txt', 'secret/', 'src/']],
    ['no', ['notes.txt', 'node_modules/']],
    ['read', ['README.md', 'src/read-feed.ts', 'src/pages/readers.md']],
    ['src/', ['src/pages/', 'src/read-feed.ts']],
    ['src/pa', ['src/pages/']],
    ['docs/', []],
    ['.', ['.git/', 'README.md', 'notes.txt']],
    ['/etc/pass', []],
    ['../', []],
    ['src/../../', []],
    ['~/', []],
  ])('for %j are %j', async (text, paths) => {
    const found = await offer().find(text)
    expect(found.ok ? [...found.value.paths].sort() : found).toEqual([...paths].sort())
  })

  it('are none where the gate would ask first, and it says so', async () => {
    expect(await offer().find('secret/')).toMatchObject({
      ok: false,
      error: { code: 'workspace.closed' },
    })
  })

  it('never lead out through a link', async () => {
    const found = await offer().find('read-etc/')
    expect(found).toMatchObject({ ok: false })
  })

  it('end at the limit, and it is said that there are more', async () => {
    expect(await offer().find('', 2)).toEqual(ok({ paths: ['README.md', 'docs/'], more: true }))
  })

  it('say why there are none when the gate cannot answer', async () => {
    const broken = workspacePaths({
      evaluate: async () => err(failure('x', 'No.')),
      reader: () => filePowers({ permitted: [], resolved: resolvedIn(folder) }).read,
    })
    expect(await broken('a', 5)).toMatchObject({ ok: false, error: { code: 'x' } })
  })
})
