// Runs a shell command in the sandbox.
import { z } from 'zod'
import { failure } from '../contract/failure.ts'
import { assertNever } from '../contract/never.ts'
import type { ProcessEnd } from '../contract/call/powers/run-power.ts'
import { err, ok } from '../contract/result.ts'
import { defineTool } from '../contract/call/tool.ts'

const RUN_TIME_MS = 60_000
const LONGEST_SECONDS = 600
const MIB = 1024 ** 2

export const exec = defineTool({
  manifest: {
    id: 'system.run',
    name: 'exec',
    title: 'Run command',
    description:
      'Run one shell command in the workspace, in a sandbox: no files but the workspace, at most a minute unless timeout_seconds says more, no network but the hosts you name, each of which is asked for.',
    version: '1.0.0',
    category: 'system',
    riskTier: 'R3',
    sideEffects: true,
    dataAccess: ['files', 'processes', 'network'],
    requires: [{ kind: 'workspace' }, { kind: 'sandbox' }],
    defaultPolicy: { effect: 'confirm', scope: 'this command, for the session' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 60 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'full',
    actions: [],
    limits: {
      runTimeMs: LONGEST_SECONDS * 1000,
      stdoutBytes: 768 * 1024,
      stderrBytes: 256 * 1024,
      resultChars: 20_000,
    },
  },
  requiredPowers: ['proc.run', 'net.connect'],
  input: z.strictObject({
    command: z
      .string()
      .min(1)
      .max(32_768)
      .refine((line) => /\S/.test(line), 'a command; there are only spaces')
      .refine((line) => !line.includes('\0'), 'a command without the character NUL')
      .describe('Shell command line.'),
    working_dir: z
      .string()
      .min(1)
      .max(4096)
      .default('.')
      .describe('Folder to run in, inside the workspace.'),
    hosts: z
      .array(z.string().min(1).max(300))
      .max(16)
      .default([])
      .describe(
        'Hosts the command has to reach through the proxy it is given, such as registry.npmjs.org. Leave out for no network.',
      ),
    timeout_seconds: z
      .int()
      .min(1)
      .max(LONGEST_SECONDS)
      .optional()
      .describe('How long it may run. Leave out for a minute.'),
  }),

  action: () => null,
  touches: ({ command, working_dir, hosts }) => [
    { kind: 'proc.run', command, cwd: working_dir },
    ...hosts.map((host) => ({ kind: 'net.connect' as const, host })),
  ],

  async execute({ command, working_dir, timeout_seconds }, { power }) {
    const timeoutMs = timeout_seconds === undefined ? RUN_TIME_MS : timeout_seconds * 1000
    const ran = await power['proc.run'].run({ command, cwd: working_dir, timeoutMs })
    if (!ran.ok) return ran
    const { stdout, stderr, end } = ran.value
    const output = { stdout, stderr }
    switch (end.kind) {
      case 'exited':
        return ok({
          ...output,
          text: describe(ran.value, `exit code ${end.code}`),
          exitCode: end.code,
        })
      case 'signalled':
        if (end.signal === 'SIGXCPU')
          return err(
            failure(
              'exec.cpu',
              describe(ran.value, 'stopped: it used more processor time than is allowed'),
              'Do less at once, or raise limits.cpuSeconds in the configuration.',
            ),
          )
        return ok({ ...output, text: describe(ran.value, endedBy(end.signal)) })
      case 'out-of-memory':
        return err(
          failure(
            'exec.memory',
            describe(
              ran.value,
              `stopped by the kernel for its memory${end.limitBytes === null ? '' : `; a command may use ${Math.round(end.limitBytes / MIB)} MB`}`,
            ),
            'Do less at once.',
          ),
        )
      case 'flooded':
        return ok({
          ...output,
          text: describe(
            ran.value,
            `stopped: it wrote more to ${end.stream} than is allowed; write it into a file, and read that in parts`,
          ),
        })
      case 'timed-out':
        return err(
          failure(
            'exec.timed-out',
            describe(ran.value, `stopped after ${timeoutMs / 1000} s`),
            `Run a shorter command, or let it run for longer: timeout_seconds may be up to ${LONGEST_SECONDS}.`,
          ),
        )
      case 'cancelled':
        return err(failure('exec.cancelled', describe(ran.value, 'stopped by a person')))
      default:
        return assertNever(end, 'exec')
    }
  },
})

/** Who sent the one that nothing can catch is never told. */
const endedBy = (signal: string): string =>
  signal === 'SIGKILL'
    ? 'ended by SIGKILL: its own, or from outside Gatehouse'
    : `ended by ${signal}`

/** Both streams and the end of it, as a model reads it. */
const describe = ({ stdout, stderr, planted = [], held = [] }: ProcessEnd, end: string): string =>
  [
    stdout.trimEnd(),
    stderr.trimEnd() === '' ? '' : `[stderr]\n${stderr.trimEnd()}`,
    planted.length === 0
      ? ''
      : `[check these before you use them, because other programs run them automatically: ${planted.map((path) => JSON.stringify(path)).join(', ')}]`,
    held.length === 0
      ? ''
      : `[renamed to …held-by-gatehouse, because Git would run what it names: ${held.map((path) => JSON.stringify(path)).join(', ')}]`,
    `[${end}]`,
  ]
    .filter((part) => part !== '')
    .join('\n')
