// Terminal sessions that go on after the call: a server to watch, a program that asks. Each line
// that is typed into one is judged as a command of its own.
import { z } from 'zod'
import { failure } from '../contract/failure.ts'
import { assertNever } from '../contract/never.ts'
import {
  TerminalKey,
  TerminalName,
  type TerminalScreen,
  type TerminalStep,
} from '../contract/call/powers/terminal.ts'
import { err, ok } from '../contract/result.ts'
import { defineTool, type ToolOutput } from '../contract/call/tool.ts'
import type { TouchOf } from '../contract/call/touch.ts'
import {
  actionNames,
  declaredActions,
  fitsAction,
  type ActionTable,
} from './service/action-args.ts'

const reads = (needs: readonly string[], takes: readonly string[] = []) =>
  ({ readOnly: true, tier: 'R1', needs, takes }) as const
const types = (needs: readonly string[], takes: readonly string[] = []) =>
  ({ readOnly: false, tier: 'R3', needs, takes }) as const

const actions = {
  list: reads([]),
  read: reads(['session_name'], ['lines']),
  create: types(['session_name'], ['command', 'working_dir', 'wait_seconds']),
  send: types(['session_name'], ['command', 'enter', 'keys', 'wait_seconds']),
  kill: { readOnly: false, tier: 'R2', needs: ['session_name'], takes: [] },
} satisfies ActionTable

const LINES = 50
const WAIT_SECONDS = 2

const input = z
  .strictObject({
    action: z.enum(actionNames(actions)).describe('What to do.'),
    session_name: TerminalName.optional().describe('Which session. create makes it.'),
    command: z
      .string()
      .min(1)
      .max(16_000)
      .refine(
        // oxlint-disable-next-line no-control-regex -- a control character is a key, not text
        (text) => !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/.test(text),
        'text without control characters; press keys with keys',
      )
      .optional()
      .describe(
        'send: what is typed. create: its first line. One line at the prompt of the shell; a program in front may be given several.',
      ),
    enter: z
      .boolean()
      .optional()
      .describe('send: whether Enter is pressed after the command. Yes, if left out.'),
    keys: z
      .array(TerminalKey)
      .min(1)
      .max(16)
      .optional()
      .describe('send: keys to press instead of a command, such as C-c.'),
    working_dir: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe('create: folder to begin in, inside the workspace.'),
    lines: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe(`read: lines that have scrolled away to show as well; ${LINES} if left out.`),
    wait_seconds: z
      .int()
      .min(0)
      .max(30)
      .optional()
      .describe(`How long to wait for output at most; ${WAIT_SECONDS} if left out.`),
  })
  .superRefine(fitsAction(actions))
  .superRefine(({ action, command, keys, enter }, context) => {
    const issue = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (action === 'create' && command?.includes('\n') === true) issue('command', 'one line')
    if (action !== 'send') return
    if ((command === undefined) === (keys === undefined))
      issue('command', 'send needs either a command or keys')
    if (keys !== undefined && enter !== undefined) issue('enter', 'enter goes with a command')
  })
type Input = z.infer<typeof input>

/** What is pressed after the text. */
const keysOf = ({ keys, enter }: Input): TerminalKey[] => keys ?? (enter === false ? [] : ['Enter'])

function touchesOf(given: Input): readonly TouchOf<'proc.run'>[] {
  const { action, session_name: name = '', command = '', working_dir: cwd = '.' } = given
  const touch = { kind: 'proc.run', command: '', cwd: '.' } as const
  switch (action) {
    case 'list':
      return []
    case 'create':
      return [{ ...touch, command, cwd, terminal: { does: 'create', name } }]
    case 'send':
      return [{ ...touch, command, terminal: { does: 'send', name, keys: keysOf(given) } }]
    case 'read':
    case 'kill':
      return [{ ...touch, terminal: { does: action, name } }]
    default:
      return assertNever(action, 'touchesOf')
  }
}

function stepOf(given: Input): TerminalStep | null {
  const { action, session_name: name = '', command, working_dir: cwd = '.' } = given
  const waitMs = (given.wait_seconds ?? WAIT_SECONDS) * 1000
  switch (action) {
    case 'list':
      return null
    case 'create':
      return { kind: 'create', name, cwd, command: command ?? null, waitMs }
    case 'send':
      return { kind: 'send', name, text: command ?? '', keys: keysOf(given), waitMs }
    case 'read':
      return { kind: 'read', name, lines: given.lines ?? LINES }
    case 'kill':
      return { kind: 'kill', name }
    default:
      return assertNever(action, 'stepOf')
  }
}

const stateOf = ({ reader, ended }: TerminalScreen): string =>
  ended ? 'ended' : reader === null ? 'at the prompt of the shell' : `${reader} is running`

const shown = (screen: TerminalScreen): ToolOutput => ({
  text: `Session ${screen.name}: ${stateOf(screen)}\n${screen.text}`,
  data: { session_name: screen.name, running: screen.reader, ended: screen.ended },
})

const listed = (screens: readonly TerminalScreen[]): ToolOutput => ({
  text:
    screens.length === 0
      ? 'No session is open.'
      : screens.map((screen) => `${screen.name}: ${stateOf(screen)}`).join('\n'),
  data: screens.map(({ name, reader }) => ({ session_name: name, running: reader })),
})

export const tmux = defineTool({
  manifest: {
    id: 'system.terminal',
    name: 'tmux',
    title: 'Terminal session',
    description:
      'Keep a terminal session open in the workspace, in a sandbox without network: for servers and programs that ask. create begins one, send types a line into it, read shows its screen, kill ends it. It works on the real files, so each line that is sent needs approval. For a single command use exec.',
    version: '1.0.0',
    category: 'system',
    riskTier: 'R3',
    sideEffects: true,
    dataAccess: ['files', 'processes'],
    requires: [
      { kind: 'workspace' },
      { kind: 'program', name: 'tmux' },
      { kind: 'sandbox', protections: ['second-wall'] },
    ],
    defaultPolicy: { effect: 'confirm', scope: 'this line, once' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 60 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'denied',
    actions: declaredActions(actions),
    limits: { runTimeMs: 60_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 20_000 },
  },
  requiredPowers: ['proc.run'],
  input,
  action: ({ action }) => action,
  touches: touchesOf,
  async execute(given, { power }) {
    const { terminal } = power['proc.run']
    if (terminal === undefined)
      return err(failure('terminal.none', 'There are no sessions here.', 'Use exec.'))
    const step = stepOf(given)
    if (step === null) return ok(listed(await terminal.list()))
    const screen = await terminal.step(step)
    return screen.ok ? ok(shown(screen.value)) : screen
  },
})
