// "You can undo this" is said only where all of it can be.
import { describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { ok } from '../../contract/result.ts'
import { keepsSome } from '../../contract/call/undo.ts'
import type { ScanResult } from '../../main/undo/checkpoint.ts'
import { forecastText } from '../../main/undo/undo-text.ts'
import type { Undo } from '../../main/undo/undo.ts'
import { undoPort } from '../../main/wiring/execution/staging/undo-port.ts'
import type { DecidedCall } from '../../main/pipeline/evaluate.ts'
import { connect, run, running, write, writing } from '../gate/decision-requests.ts'

const scanned = (others: number): ScanResult => ({ kind: 'files', entries: 2, bytes: 10, others })

describe('the forecast of undo', () => {
  it.each<[what: string, touches: CanonicalTouch[], scan: ScanResult, kind: string, text: RegExp]>([
    ['a file', [write('/w/a')], scanned(0), 'files', /^You can undo this: .* is kept\.$/],
    ['what may write in the whole workspace', [write('/w')], scanned(0), 'files', /: a snapshot/],
    [
      'what may write in the workspace and elsewhere',
      [write('/w'), write('/data')],
      scanned(0),
      'none',
      /^This cannot be undone: it may change the workspace and other folders\.$/,
    ],
    ['a command', [run('ls')], scanned(0), 'files', /^You can undo this: a snapshot/],
    [
      'a command beside a pipe',
      [run('ls')],
      scanned(1),
      'part',
      /^You can undo part of this: .* is not\.$/,
    ],
    [
      'a command that may send',
      [run('ls'), connect('a.example')],
      scanned(0),
      'part',
      /^You can undo part of this: a snapshot .* Its effects on other machines remain\.$/,
    ],
    [
      'a command of which nothing is kept',
      [run('ls'), connect('a.example')],
      { kind: 'none', why: 'it is too large' },
      'none',
      /^This cannot be undone: it is too large\.$/,
    ],
  ])('of %s says what can be undone', async (_what, touches, scan, kind, text) => {
    const undo: Pick<Undo, 'forecast'> = {
      forecast: async (wanted) => forecastText(scan, wanted),
    }
    const manifest = touches.some(({ kind: is }) => is === 'fs.write') ? writing : running
    const call = { decision: { touches }, tool: { manifest } } as unknown as DecidedCall
    const forecast = await undoPort({
      undo: undo as Undo,
      workspace: () => '/w',
      own: '/home/p/.gatehouse',
      findCovers: async () => ok([]),
    }).forecast(call)
    expect(forecast).toEqual({ kind, text: expect.stringMatching(text) as string })
    // What was promised in part is promised: without its checkpoint the call does not run.
    expect(keepsSome(forecast)).toBe(kind !== 'none')
  })
})
