// A process that is killed in the middle, of a call or of an undo.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { differences, failedOf, undoFixture } from './fixture.ts'

let fixture: ReturnType<typeof undoFixture>

beforeEach(() => {
  fixture = undoFixture()
})
afterEach(() => fixture.remove())

const FILES = 400

function fill(): void {
  for (let at = 0; at < FILES; at++) {
    mkdirSync(fixture.at(`d${at % 10}`), { recursive: true })
    writeFileSync(fixture.at(`d${at % 10}/f${at}`), `before ${at}\n`.repeat(50))
  }
}

/** A bit of everything, so that the kill hits removals, folders, files and links. */
function change(): void {
  for (let at = 0; at < FILES; at++) {
    const path = fixture.at(`d${at % 10}/f${at}`)
    if (at % 4 === 0) unlinkSync(path)
    else if (at % 4 === 1) chmodSync(path, 0o600)
    else writeFileSync(path, `after ${at}`)
    if (at % 8 === 0) symlinkSync('elsewhere', path)
    if (at % 16 === 4) mkdirSync(path)
  }
  renameSync(fixture.at('d3'), fixture.at('e3'))
}

describe('an undo that is killed', () => {
  it.each([1, 40, 120, 250])(
    'after it put back %i files is finished by doing it again, and nothing of it stays behind @whole',
    { timeout: 600_000 },
    async (kill) => {
      fill()
      const before = fixture.tree()
      const id = fixture.call(change)
      fixture.checkpoints.close()
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'apply-process.ts'), fixture.store, id, 'call_killed0001'],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const ended = new Promise<NodeJS.Signals | null>((done) =>
        child.once('exit', (_code, signal) => done(signal)),
      )
      const isBack = (at: number): boolean => {
        try {
          return readFileSync(fixture.at(`d${at % 10}/f${at}`), 'utf8').startsWith('before')
        } catch {
          return false
        }
      }
      while (child.exitCode === null && child.signalCode === null) {
        const back = Array.from({ length: FILES }, (_, at) => at).filter(
          (at) => at % 4 !== 1 && isBack(at),
        ).length
        if (back >= kill) child.kill('SIGKILL')
        await new Promise((next) => setTimeout(next, 1))
      }
      await ended

      fixture.reopen()
      fixture.checkpoints.recover()
      const { applied } = fixture.done(id)
      expect(applied?.kind === 'done' ? applied.failed : applied).toEqual([])
      expect(differences(before, fixture.tree())).toEqual([])
      expect(
        readdirSync(join(fixture.store, 'calls')).filter((name) => name.endsWith('.undoing')),
      ).toEqual([])
    },
  )
})

describe('a call whose process was killed', () => {
  it('is closed at the next start with what is there then, and can be undone', () => {
    fill()
    const before = fixture.tree()
    fixture.checkpoints.begin('call_crashed01', { root: fixture.root, paths: null })
    change()
    const after = fixture.tree()
    fixture.reopen()
    expect(fixture.checkpoints.recover()).toEqual([
      {
        callId: 'call_crashed01',
        at: expect.any(Number),
        root: fixture.root,
        files: expect.any(Number),
      },
    ])
    const { undoId, applied } = fixture.done('call_crashed01')
    expect(failedOf(applied)).toEqual([])
    expect(differences(before, fixture.tree())).toEqual([])
    expect(failedOf(fixture.done(undoId).applied)).toEqual([])
    expect(differences(after, fixture.tree())).toEqual([])
  })

  it('whose list of states was cut off by a power cut is forgotten, and not guessed', () => {
    fixture.checkpoints.begin('call_crashed02', { root: fixture.root, paths: null })
    const [name = ''] = readdirSync(join(fixture.store, 'calls'))
    writeFileSync(join(fixture.store, 'calls', name), '{"version":1,"sta')
    fixture.reopen()
    expect(fixture.checkpoints.recover()).toEqual([])
    expect(fixture.checkpoints.preview('call_crashed02', 'exact')).toBeNull()
  })

  it('whose end could not be compared goes by what was there before, and says so', () => {
    writeFileSync(fixture.at('a'), 'before')
    fixture.checkpoints.begin('call_crashed03', { root: fixture.root, paths: null })
    writeFileSync(fixture.at('a'), 'after')
    fixture.reopen()
    const found = fixture.checkpoints.preview('call_crashed03', 'exact')
    expect([
      found?.seen,
      found?.plan.steps.filter(({ shown }) => shown).map(({ path }) => path),
    ]).toEqual(['now', ['a']])
  })
})
