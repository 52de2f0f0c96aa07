// What a run changed, as its list says, and how a call that ended with a code is shown.
import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../../contract/call/call.ts'
import type { RunItem } from '../../../contract/agent/run.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { changesOf } from '../../../renderer/features/runs/changes/run-changes.ts'
import { badExit, ranWithoutEffect } from '../../../renderer/state/call-text.ts'
import { callId, decision, workspace } from '../../fakes/bridge-data.ts'

const write = (path: string): CanonicalTouch => ({
  kind: 'fs.write',
  path: `${workspace}/${path}`,
  zone: 'workspace',
  is: 'file',
})
const read: CanonicalTouch = { kind: 'fs.read', path: '/a', zone: 'workspace', is: 'file' }
const run: CanonicalTouch = { kind: 'proc.run', command: 'make', cwd: workspace, zone: 'workspace' }

const unchanged = decision('R1', 'allow', [run], [], {
  reasons: [{ code: 'stage.unchanged', text: 'It changed nothing.' }],
})
const result = (more: Partial<CallResult>): CallResult => ({
  requestId: callId(1),
  ok: true,
  status: 'done',
  route: 'policy',
  decision: decision('R2', 'allow', [write('a.txt')], []),
  text: '',
  data: null,
  stdout: '',
  stderr: '',
  exitCode: null,
  truncated: false,
  durationMs: 1,
  label: 'workspace',
  flags: [],
  error: null,
  ...more,
})
const call = (id: number, args: object, more: Partial<CallResult>, tool = 'exec'): RunItem => ({
  kind: 'call',
  id,
  at: id * 1_000,
  callId: callId(id),
  modelCallId: `m${id}`,
  tool,
  args: args as never,
  state: { kind: 'ended', result: result({ requestId: callId(id), ...more }) },
})

describe('what changed', () => {
  it('lists what was kept without asking and what was approved, newest first', () => {
    const items = [
      call(1, { command: 'ls' }, { decision: unchanged }),
      call(
        2,
        { command: './gen\nx' },
        { decision: decision('R2', 'allow', [write('src/a.ts'), write('src/b.ts')], []) },
      ),
      call(
        3,
        { path: 'notes.txt' },
        { route: 'person', decision: decision('R2', 'confirm', [write('notes.txt')], []) },
        'write_file',
      ),
      call(4, { command: 'rm x' }, { status: 'denied', route: 'person' }),
      call(
        5,
        { command: 'npm start' },
        { route: 'person', decision: decision('R3', 'confirm', [run], []) },
      ),
      call(6, { path: 'a' }, { decision: null }),
    ]
    expect(changesOf(items, workspace)).toEqual([
      {
        callId: callId(5),
        item: 5,
        at: 5_000,
        tool: 'exec',
        fact: 'npm start',
        paths: [],
        byItself: false,
      },
      {
        callId: callId(3),
        item: 3,
        at: 3_000,
        tool: 'write_file',
        fact: 'notes.txt',
        paths: ['notes.txt'],
        byItself: false,
      },
      {
        callId: callId(2),
        item: 2,
        at: 2_000,
        tool: 'exec',
        fact: './gen ⏎ x',
        paths: ['src/a.ts', 'src/b.ts'],
        byItself: true,
      },
    ])
  })

  it.each([
    ['a command over a copy, for which no undo exists', unchanged, true],
    ['a command on the real folder', decision('R3', 'confirm', [run], []), false],
    ['what a command changed', decision('R2', 'allow', [write('a')], []), false],
    ['a file that was read', decision('R1', 'allow', [read], []), false],
    ['a call that was never decided', null, false],
  ])('says of %s whether it ran and changed nothing', (_, given, without) => {
    expect(ranWithoutEffect({ decision: given as CallResult['decision'] })).toBe(without)
  })

  it.each([
    ['done', 0, null],
    ['done', null, null],
    ['done', 1, 1],
    ['done', -9, -9],
    ['failed', 1, null],
    ['denied', null, null],
  ] as const)(
    'shows a call that is %s with the code %s by its code: %s',
    (status, exitCode, bad) => {
      expect(badExit({ status, exitCode })).toBe(bad)
    },
  )
})
