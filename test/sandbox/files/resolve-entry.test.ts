import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resolveEntry } from '../../../main/sandbox/files/resolve-entry.ts'
import { resolvePath } from '../../../main/sandbox/files/resolve-path.ts'
import { scratchFolder } from '../scratch.ts'

const root = scratchFolder('entry')
const [ws, home, own] = [join(root, 'ws'), join(root, 'home'), join(root, 'ws/own')]
for (const folder of ['ws/dir', 'ws/own', 'out', 'home/.ssh'])
  mkdirSync(join(root, folder), { recursive: true })
for (const file of ['ws/a', 'ws/dir/b', 'out/secret']) writeFileSync(join(root, file), 'x')
for (const [name, to] of [
  ['to-file', 'a'],
  ['to-dir', 'dir'],
  ['to-out', '../out'],
  ['dangling', 'nowhere'],
  ['round', 'round'],
  ['to-stop', '../home/.ssh'],
  ['dir/up', '..'],
] as const)
  symlinkSync(to, join(ws, name))

const entry = resolveEntry(resolvePath({ workspace: ws, stop: [own], home }), () => ws)

it.each<[path: string, zone: string, is: string]>([
  ['a', 'workspace', 'file'],
  ['dir', 'workspace', 'folder'],
  ['dir/b', 'workspace', 'file'],
  ['dir/new', 'workspace', 'missing'],
  ['new/deep/er', 'workspace', 'missing'],
  ['to-file', 'workspace', 'other'],
  ['to-dir', 'workspace', 'other'],
  // A folder takes the place of the link, or of the file.
  ['to-dir/b', 'workspace', 'missing'],
  ['to-out/secret', 'workspace', 'missing'],
  ['a/b', 'workspace', 'missing'],
  ['dangling', 'workspace', 'other'],
  ['round', 'workspace', 'other'],
  ['dir/up', 'workspace', 'other'],
  ['to-stop', 'stop', 'other'],
  ['own', 'stop', 'folder'],
  ['own/new', 'stop', 'missing'],
])('%s is its own name: %s, %s', async (path, zone, is) => {
  expect(await entry(join(ws, path))).toEqual({
    ok: true,
    value: { path: join(ws, path), zone, is },
  })
})

it('a path outside the workspace is resolved through links', async () => {
  expect(await entry(join(root, 'out/secret'))).toMatchObject({ value: { zone: 'outside' } })
})

it.each(['x\ny', 'a\u0000', 'é\uFFFD'])('%j has no name that can be shown', async (name) => {
  expect(await entry(join(ws, name))).toMatchObject({ ok: false })
})
