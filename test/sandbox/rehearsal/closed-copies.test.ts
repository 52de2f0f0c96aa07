// A view that is a copy lies in a folder of ours for as long as it is open: of places on the person's own
// `stop:` list it holds the names alone.
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { pathPattern } from '../../../main/gate/path-glob.ts'
import type { StopPattern } from '../../../main/sandbox/files/stop-pattern.ts'
import { openViews } from '../../../main/sandbox/rehearsal/view.ts'
import { scanTree } from '../../../main/sandbox/rehearsal/tree.ts'
import { openStageView } from '../../../main/sandbox/staging/stage-view.ts'
import { scratchFolder } from '../scratch.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: views are made on Linux)`
const signal = new AbortController().signal

describe.runIf(linux)(`a copy of a workspace with places on the STOP list${why}`, () => {
  const root = scratchFolder('closed-copies')
  const [ws, scratch] = [join(root, 'ws'), join(root, 'views')]
  const at = (path: string): string => join(ws, path)
  const pattern = (glob: string): StopPattern =>
    pathPattern(glob, { workspace: ws, home: root, foldsCase: false })
  const ownStop = () => list
  const list = ['private', '**/*.key', 'real.txt', 'deep/inner/**'].map(pattern)
  mkdirSync(ws)
  beforeEach(() => {
    for (const folder of ['private/sub', 'open', 'deep/inner/more'])
      mkdirSync(at(folder), { recursive: true })
    for (const file of [
      'private/a',
      'private/sub/b',
      'open/x.key',
      'real.txt',
      'deep/inner/more/c',
    ])
      writeFileSync(at(file), 'closed-text')
    for (const file of ['open/plain', 'deep/beside']) writeFileSync(at(file), 'open-text')
    try {
      linkSync(at('private/a'), at('open/twin'))
      symlinkSync('../private/a', at('open/link'))
      linkSync(at('open/plain'), at('open/plain-twin'))
    } catch {
      // There from the test before.
    }
  })

  /** Every file below, with what is in it. */
  const contents = (folder: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .toSorted()
        .flatMap((name) =>
          lstatSync(join(folder, name)).isFile()
            ? [[name, readFileSync(join(folder, name), 'utf8')]]
            : [],
        ),
    )
  const expected = {
    'deep/beside': 'open-text',
    'open/plain': 'open-text',
    'open/plain-twin': 'open-text',
    'open/twin': '',
    'open/x.key': '',
    'real.txt': '',
  }

  it('for a rehearsal holds their names alone', async () => {
    const tree = await scanTree(ws, 1_000)
    if (!tree.ok) throw new Error(tree.error.text)
    const views = openViews({ scratch, overlay: false, ownStop })
    const job = { workspace: ws, tree: tree.value, copyBytes: 10_000, helperFiles: null }
    const view = await views.make({ ...job, socket: null, signal })
    if (!view.ok) throw new Error(view.error.text)
    expect(contents(view.value.viewPath)).toEqual(expected)
    expect(readdirSync(join(view.value.viewPath, 'private'))).toEqual([])
    expect(readdirSync(join(view.value.viewPath, 'deep/inner'))).toEqual([])
    await view.value.remove()
    expect(readdirSync(scratch)).toEqual([])
  })

  it('for a staged command holds their names alone, and calls none of them changed', async () => {
    const view = await openStageView(ws, null, signal, {
      scratch,
      overlay: false,
      ownStop,
      runner: { helperFiles: () => null },
    })
    if (!view.ok) throw new Error(view.error.text)
    expect(contents(view.value.viewPath)).toEqual(expected)
    writeFileSync(join(view.value.viewPath, 'made'), 'x')
    const layer = await view.value.layer()
    expect(layer.ok && 'paths' in layer.value ? layer.value.paths : null).toEqual(['made'])
    await view.value.end()
  })

  it('that is on the list itself is not made', async () => {
    const tree = await scanTree(ws, 1_000)
    if (!tree.ok) throw new Error(tree.error.text)
    const views = openViews({
      scratch,
      overlay: false,
      ownStop: () => [pattern(`${ws}/**`), pattern(ws)],
    })
    const job = { workspace: ws, tree: tree.value, copyBytes: 10_000, helperFiles: null }
    const view = await views.make({ ...job, socket: null, signal })
    expect(view.ok ? 'made' : view.error.code).toBe('sandbox.stop')
    expect(readdirSync(scratch)).toEqual([])
  })
})
