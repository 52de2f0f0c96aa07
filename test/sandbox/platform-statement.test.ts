import { describe, expect, it } from 'vitest'
import { Protection } from '../../contract/protection.ts'
import type { Result } from '../../contract/result.ts'
import type { ProcessEnd } from '../../contract/call/powers/run-power.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { statement, statementHere } from '../../main/sandbox/platform-statement.ts'
import { indispensable, protectionIds } from '../../main/sandbox/protections.ts'
import { readSeatbeltTrial, trySeatbelt } from '../../main/sandbox/macos/seatbelt-trial.ts'
import { existsSync, realpathSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { scratchFolder } from './scratch.ts'

const states = (list: readonly Protection[]): Record<string, string> =>
  Object.fromEntries(list.map(({ id, state }) => [id, state]))

describe('statement', () => {
  it.each(
    ['darwin', 'win32', 'freebsd', 'sunos'].flatMap((platform) =>
      [true, false].map((library) => [platform, library] as const),
    ),
  )(
    'lists every protection on %s (library: %s), calls none enforced, and says what to do',
    (platform, library) => {
      const list = statement(platform, library)
      expect(list.map(({ id }) => id)).toEqual([...protectionIds])
      expect(
        list.filter((each) => each.state === 'enforced' || each.how === null || each.detail === ''),
      ).toEqual([])
      expect(list.map((each) => Protection.safeParse(each).success)).not.toContain(false)
    },
  )

  it('checks that the library is there before it names it', async () => {
    expect(await statementHere('win32')).toEqual(statement('win32', true))
    expect(await statementHere('darwin')).toEqual(statement('darwin', false))
  })

  it('says of each system what it cannot do', () => {
    expect(states(statement('darwin', false))).toMatchObject({
      files: 'missing',
      network: 'missing',
      seccomp: 'impossible',
      limits: 'impossible',
      kill: 'impossible',
    })
    expect(states(statement('win32', false))).toMatchObject({
      files: 'impossible',
      network: 'impossible',
      kill: 'impossible',
    })
    expect(states(statement('win32', true))).toMatchObject({
      files: 'missing',
      network: 'missing',
      kill: 'impossible',
    })
    expect(
      statement('win32', false)
        .map(({ detail }) => detail)
        .join(' '),
    ).toContain('Impossible without the optional')
  })
})

const good = 'works=workspace\ntcp=1\nudp=1\nunix=1\nready=yes\n'

describe('judgeSeatbelt', () => {
  const rows: readonly (readonly [
    name: string,
    output: string,
    files: string,
    network: string,
    processes: string,
  ])[] = [
    ['all holds', good, 'enforced', 'enforced', 'enforced'],
    ['a file outside was read', `breach=reads\n${good}`, 'missing', 'enforced', 'enforced'],
    ['a guarded file was changed', `breach=guarded\n${good}`, 'missing', 'enforced', 'enforced'],
    [
      'the workspace does not work',
      good.replace('works=workspace\n', ''),
      'missing',
      'enforced',
      'enforced',
    ],
    [
      'a port answered that it is closed',
      good.replace('tcp=1', 'tcp=61'),
      'enforced',
      'missing',
      'enforced',
    ],
    [
      'a local socket was reached',
      good.replace('unix=1', 'unix=0'),
      'enforced',
      'missing',
      'enforced',
    ],
    ['nothing was said of UDP', good.replace('udp=1\n', ''), 'enforced', 'missing', 'enforced'],
    ['the owner was signalled', `sees=owner\n${good}`, 'enforced', 'enforced', 'missing'],
  ]
  it.each(rows)('when %s', (_, output, files, network, processes) => {
    expect(states(readSeatbeltTrial(output))).toMatchObject({
      files,
      network,
      processes,
      kill: 'impossible',
    })
  })

  it('never leads to commands being run: a stop cannot be held there', () => {
    const lacking = readSeatbeltTrial(good).filter(
      ({ id, state }) => state !== 'enforced' && indispensable.some((each) => each === id),
    )
    expect(lacking.map(({ id }) => id)).toEqual(['kill'])
  })
})

describe('trySeatbelt', () => {
  const scratch = realpathSync(scratchFolder('seatbelt'))
  /** What starts when there is no wall: the attempts themselves. */
  const plain = (
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Promise<Result<ProcessEnd, Failure>> =>
    new Promise((resolve) => {
      const [file = '', ...rest] = args.slice(args.indexOf('--') + 1)
      execFile(file, rest, { env: environment, cwd: '/' }, (_, stdout, stderr) =>
        resolve({
          ok: true,
          value: {
            stdout,
            stderr,
            stdoutBytes: 0,
            stderrBytes: 0,
            end: { kind: 'exited', code: 0 },
          },
        }),
      )
    })

  it.runIf(existsSync('/usr/bin/perl'))(
    'finds out that nothing is enforced (skipped without Perl)',
    async () => {
      const list = await trySeatbelt(scratch, ({ args, environment }) => plain(args, environment))
      expect(states(list)).toMatchObject({
        files: 'missing',
        network: 'missing',
        processes: 'missing',
      })
      expect(list.find(({ id }) => id === 'files')?.detail).toMatch(/reads, lists, creates/)
    },
  )

  it('says why when it does not start', async () => {
    const failed = await trySeatbelt(scratch, () =>
      Promise.resolve({ ok: false, error: failure('sandbox.spawn', 'No such program.') }),
    )
    expect(failed.find(({ id }) => id === 'files')).toMatchObject({
      state: 'missing',
      detail: expect.stringContaining('No such program.'),
    })
    const mute = {
      stdout: '',
      stderr: 'sandbox-exec: profile error\n',
      stdoutBytes: 0,
      stderrBytes: 0,
      end: { kind: 'exited', code: 65 } as const,
    }
    const refused = await trySeatbelt(scratch, () => Promise.resolve({ ok: true, value: mute }))
    expect(refused.find(({ id }) => id === 'network')?.detail).toContain('profile error')
  })
})
