// What a command cannot see is not read for its undo either: not a byte of it is in the store, and
// nothing that happens there is taken for what the command did.
import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pathPattern } from '../../main/gate/path-glob.ts'
import { openCoverFinder } from '../../main/sandbox/files/own-stop.ts'
import type { DecidedCall } from '../../main/pipeline/evaluate.ts'
import type { Wanted } from '../../main/undo/checkpoint.ts'
import type { Undo } from '../../main/undo/undo.ts'
import { undoPort } from '../../main/wiring/execution/staging/undo-port.ts'
import { run, running, write, writing } from '../gate/decision-requests.ts'
import { undoFixture } from './fixture.ts'

const VALUE = 'only-in-the-stopped-place'
const without = ['private', 'open/twin.txt']
let fixture: ReturnType<typeof undoFixture>

beforeEach(() => {
  fixture = undoFixture()
  const { at } = fixture
  for (const folder of ['private', 'open']) mkdirSync(at(folder))
  writeFileSync(at('private/key.txt'), `${VALUE}\n`)
  linkSync(at('private/key.txt'), at('open/twin.txt'))
  writeFileSync(at('open/note.txt'), 'open\n')
})
afterEach(() => fixture.remove())

const stored = (): string =>
  readdirSync(fixture.store, { recursive: true, withFileTypes: true })
    .flatMap((entry) =>
      entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), 'latin1')] : [],
    )
    .join('\n')

describe('what a call cannot reach', () => {
  it.each(['ended', 'cut off'])('is not stored, and undo leaves it alone: %s', (how) => {
    const { at, root } = fixture
    const id = 'call_passed000001'
    fixture.checkpoints.begin(id, { root, paths: null, without })
    writeFileSync(at('open/note.txt'), 'changed\n')
    // By its person, who has never heard of the command.
    writeFileSync(at('private/later.txt'), `${VALUE} too\n`)
    if (how === 'ended') fixture.checkpoints.end(id)
    else fixture.reopen()
    const { applied } = fixture.done(id, 'all')
    expect(applied).toMatchObject({ kind: 'done', failed: [], files: 1 })
    expect(readFileSync(at('open/note.txt'), 'utf8')).toBe('open\n')
    expect(readFileSync(at('private/later.txt'), 'utf8')).toBe(`${VALUE} too\n`)
    expect(readFileSync(at('open/twin.txt'), 'utf8')).toBe(`${VALUE}\n`)
    fixture.checkpoints.close()
    expect(stored()).not.toContain(VALUE)
  })

  it('is stored where nothing is passed over', () => {
    fixture.call(() => writeFileSync(fixture.at('open/note.txt'), 'changed\n'))
    fixture.checkpoints.close()
    expect(stored()).toContain(VALUE)
  })
})

describe('what is passed over', () => {
  const asked = async (list: readonly string[], touches: DecidedCall['decision']['touches']) => {
    const wanted: Wanted[] = []
    const undo: Pick<Undo, 'forecast'> = {
      async forecast(of) {
        wanted.push(of)
        return { kind: 'files', text: 'You can undo this.' }
      },
    }
    const { root } = fixture
    const patterns = list.map((text) =>
      pathPattern(text, { workspace: root, home: root, foldsCase: false }),
    )
    const port = undoPort({
      undo: undo as Undo,
      workspace: () => root,
      own: '/home/p/.gatehouse',
      findCovers: openCoverFinder(() => patterns),
    })
    const manifest = touches.some(({ kind }) => kind === 'fs.write') ? writing : running
    const forecast = await port.forecast({
      decision: { touches },
      tool: { manifest },
    } as unknown as DecidedCall)
    return { wanted: wanted[0], text: forecast?.text }
  }

  it('is what the sandbox hides, other names of its files too', async () => {
    expect(await asked(['private'], [run('ls')])).toEqual({
      wanted: { root: fixture.root, paths: null, without: ['open/twin.txt', 'private'] },
      text: 'You can undo this.',
    })
  })
  it('is the same for a plugin that may write in the workspace', async () => {
    const { wanted } = await asked(['private'], [write(fixture.root)])
    expect(wanted?.without).toEqual(['open/twin.txt', 'private'])
  })
  it('is nothing where nothing is listed', async () => {
    const { wanted } = await asked([], [run('ls')])
    expect(wanted).toEqual({ root: fixture.root, paths: null })
  })
  it('is not guessed where the list cannot be enforced', async () => {
    expect(await asked(['.'], [run('ls')])).toEqual({
      wanted: undefined,
      text: 'This cannot be undone: your STOP list cannot be enforced in this folder.',
    })
  })
})
