// `gatehouse undo` on its own: real store, real sandbox, no other Gatehouse.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UndoDone, UndoPreview } from '../../contract/call/undo-preview.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

let home: Home
const file = (): string => join(home.workspace, 'notes.txt')
const now = (): string => readFileSync(file(), 'utf8')

beforeEach(async () => {
  home = makeHome()
  mkdirSync(home.workspace)
  writeFileSync(file(), 'one\ntwo\n')
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = 'correct horse'
  const { code, stderr } = await home.run('step-up', 'passphrase')
  if (code !== 0) throw new Error(stderr)
})
afterEach(() => home.remove())

/** One write, let through by the passphrase; its id. */
async function write(content: string): Promise<string> {
  home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
  const { code, value, stderr } = await home.json(
    'tools',
    'run',
    'write_file',
    '--approve',
    '--args',
    JSON.stringify({ path: 'notes.txt', content }),
  )
  delete home.env['GATEHOUSE_PASSPHRASE']
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('You can undo this: the current content of this path is kept.'),
  ])
  return (value as { requestId: string }).requestId
}

describe('gatehouse undo', () => {
  it(
    'shows what it would do, does it with proof, and the other way round @whole',
    { timeout: 600_000 },
    async () => {
      const id = await write('one\nthree\n')
      const preview = await home.json('undo', id, '--preview')
      expect([preview.code, UndoPreview.parse(preview.value)]).toMatchObject([
        0,
        {
          total: 1,
          conflicts: [],
          changes: [
            { path: 'notes.txt', kind: 'restored', is: 'file', bytesNow: 10, bytesThen: 8 },
          ],
        },
      ])
      const text = (await home.run('undo', id, '--preview')).stdout
      expect(text).toContain('restored   notes.txt  10 → 8 bytes')
      expect(text).toMatch(/- three\n {2}\+ two/)
      expect(now()).toBe('one\nthree\n')

      expect(await home.json('undo', id)).toMatchObject({
        code: 4,
        value: { error: { code: 'approval.no-terminal' } },
      })
      home.env['GATEHOUSE_PASSPHRASE'] = 'wrong horse'
      expect(await home.json('undo', id)).toMatchObject({
        code: 1,
        value: { error: { code: 'step-up.wrong' } },
      })
      expect(now()).toBe('one\nthree\n')
      home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
      const done = await home.json('undo', id)
      const { undoId } = UndoDone.parse(done.value)
      expect([done.code, now()]).toEqual([0, 'one\ntwo\n'])
      expect((await home.run('undo', undoId)).stdout).toMatch(
        /^1 path restored\. To undo this: gatehouse undo call_\w+\n$/,
      )
      expect(now()).toBe('one\nthree\n')

      const tail = (await home.run('audit', 'tail', '-n', '60')).stdout
      expect(tail).toContain(`; undo: ${id}`)
      expect(tail).toContain(`${id} ended, 1 restored (cli); undo of it: ${undoId}`)
      expect((await home.run('doctor')).stdout).toMatch(/Undo.*3 calls can be undone/)
    },
  )

  it('names conflicts, and needs --force for them', { timeout: 600_000 }, async () => {
    const id = await write('theirs\n')
    writeFileSync(file(), 'mine\n')
    home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
    const refused = await home.run('undo', id)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('Not undone: notes.txt (changed since).'),
    ])
    expect(now()).toBe('mine\n')
    const forced = await home.run('undo', id, '--force', 'notes.txt')
    expect([forced.code, forced.stderr, now()]).toEqual([
      0,
      'although changed since: notes.txt\n',
      'one\ntwo\n',
    ])
  })

  it('at a terminal shows the undo and asks @whole', { timeout: 600_000 }, async () => {
    const id = await write('theirs\n')
    const no = home.terminal('undo', id)
    await no.until(/restore this: /)
    no.type('no\n')
    expect([(await no.ended).code, now()]).toEqual([3, 'theirs\n'])
    const approved = home.terminal('undo', id)
    expect(stripVTControlCharacters(await approved.until(/restore this: /))).toContain(
      'restored   notes.txt',
    )
    approved.type('yes\n')
    await approved.until(/passphrase or one-time code: |passphrase: /)
    approved.type('correct horse\n')
    expect([(await approved.ended).code, now()]).toEqual([0, 'one\ntwo\n'])
  })

  it.each([
    [['undo', 'nonsense'], 2, 'usage'],
    [['undo', 'call_nobody0001', '--preview'], 1, 'undo.unknown'],
  ])('%j fails @whole', async (words, code, error) => {
    expect(await home.json(...words)).toMatchObject({ code, value: { error: { code: error } } })
  })
})
