// What the agent's shell is told at the end of a command that Gatehouse ran for it, made from what
// the tool itself says of each end.
import { describe, expect, it } from 'vitest'
import { failure, withHint } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallResult, CallStatus } from '../../contract/call/call.ts'
import type { ProcessEnd } from '../../contract/call/powers/run-power.ts'
import type { CallId } from '../../contract/ids.ts'
import { ok } from '../../contract/result.ts'
import { endOf, outputOf } from '../../main/wiring/clients/exec-runs.ts'
import { notStarted } from '../../main/sandbox/processes/child.ts'
import { refusal } from '../../main/pipeline/refusals.ts'
import { newId } from '../../main/pipeline/new-id.ts'
import { exec } from '../../tools/exec.ts'

/** What the tool says of a command that ended like this. */
function ran(end: ProcessEnd['end'], stdout: string, stderr: string) {
  const whole = { stdout, stderr, stdoutBytes: stdout.length, stderrBytes: stderr.length, end }
  const power = { 'proc.run': { run: async () => ok(whole) }, 'net.connect': {} }
  const args = { command: 'x', working_dir: '.', hosts: [], timeout_seconds: 1 }
  return exec.execute(args, { power, signal: new AbortController().signal })
}

/** The tool's own failure for it. */
async function failed(end: ProcessEnd['end'], stdout: string, stderr: string): Promise<Failure> {
  const said = await ran(end, stdout, stderr)
  return said.ok ? failure('none', 'It did not fail.') : said.error
}

const resultOf = (status: CallStatus, error: Failure): CallResult => ({
  ...refusal(newId('call') as CallId, 'cancelled', error, null),
  status,
  text: withHint(error),
})

const cpu: ProcessEnd['end'] = { kind: 'signalled', signal: 'SIGXCPU' }

describe('the end of a command that was cut off', () => {
  it.each<
    readonly [what: string, status: CallStatus, end: ProcessEnd['end'], code: number, note: string]
  >([
    ['its time', 'failed', { kind: 'timed-out' }, 124, 'The command was stopped after 1 s.'],
    [
      'its processor time',
      'failed',
      cpu,
      124,
      'The command was stopped: it used more processor time than is allowed.',
    ],
    [
      'its memory',
      'failed',
      { kind: 'out-of-memory', limitBytes: 4 * 1024 ** 3 },
      124,
      'The command was stopped by the kernel for its memory; a command may use 4096 MB.',
    ],
    ['a person', 'cancelled', { kind: 'cancelled' }, 125, 'The command was stopped by a person.'],
  ])('by %s names it, and holds what was written', async (_what, status, end, code, note) => {
    for (const [stdout, stderr] of [
      ['begun\n', 'oh\n'],
      ['begun\n', ''],
      ['', 'oh\n'],
      ['', ''],
    ] as const) {
      const result = resultOf(status, await failed(end, stdout, stderr))
      const said = outputOf(result).map((one) => (one.kind === 'output' ? one : null))
      expect({
        end: endOf(result),
        stdout: said.find((one) => one?.stream === 'stdout')?.text ?? '',
        stderr: said.find((one) => one?.stream === 'stderr')?.text ?? '',
      }).toEqual({ end: { code, notes: [note] }, stdout, stderr })
    }
  })

  it('is said to have run in part where the helper that ran it is lost', () => {
    expect(endOf(resultOf('failed', notStarted({ kind: 'lost' })))).toEqual({
      code: 125,
      notes: [
        'The command was stopped, and may have been run in part. The helper that runs commands ended, and this command with it. Check what it did, then run it again.',
      ],
    })
  })

  it('is not said where it never ran', () => {
    const error = failure('sandbox.missing', 'No sandbox holds here.', 'Install one.')
    expect(endOf(resultOf('failed', error))).toEqual({
      code: 125,
      notes: ['The command was not run. No sandbox holds here. Install one.'],
    })
  })
})

describe('the end of a command by a signal', () => {
  it.each([
    ['SIGKILL', 137, ['The command was ended by SIGKILL: its own, or from outside Gatehouse.']],
    ['SIGTERM', 143, []],
  ])('%s is %i, and the one that nothing can catch has words', async (signal, code, notes) => {
    const said = await ran({ kind: 'signalled', signal }, 'out\n', '')
    const text = said.ok ? said.value.text : ''
    const result = { ...resultOf('done', failure('none', text)), text, exitCode: null }
    expect(endOf(result)).toEqual({ code, notes })
  })
})
