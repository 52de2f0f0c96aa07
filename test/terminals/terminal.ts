// Real sessions of real tmux in the real sandbox, and what the gate would decide about a call.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { TerminalKey } from '../../contract/call/powers/terminal.ts'
import { SessionId } from '../../contract/ids.ts'
import type { Result } from '../../contract/result.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { parseLine } from '../../main/command/parse/parse.ts'
import { commandRisks } from '../../main/gate/command-risk.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'
import { makeOwnFolder } from '../../main/sandbox/linux/host-user.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { openTerminals } from '../../main/terminals/terminals.ts'
import { terminalTouch } from '../../main/wiring/calls/terminal-touch.ts'
import { tmux } from '../../tools/tmux.ts'
import { scratchFolder } from '../sandbox/scratch.ts'

export const OWNER = SessionId.parse('ses_terminals1')
export const wholeLine = (line: string): boolean => parseLine(line) !== null && !/<<|\\$/.test(line)

/** Call at the head of a test file. */
export function openTestTerminals(name: string, hasShell?: (file: string) => boolean) {
  const root = scratchFolder(name)
  const workspace = join(root, 'work')
  mkdirSync(workspace)
  const runner = openRunner({
    stop: [],
    home: join(root, 'home'),
    scratch: root,
    workspace: () => workspace,
  })
  const terminals = openTerminals({
    start: runner.start,
    makeFolder: makeOwnFolder,
    folder: join(root, 'terminals'),
    workspace: () => workspace,
    isWhole: wholeLine,
    now: Date.now,
    changed: () => {},
    ...(hasShell === undefined ? {} : { hasShell }),
  })
  afterAll(async () => {
    await terminals.endAll()
    await runner.dispose()
  })
  const resolved = resolvePath({ workspace, stop: [], home: join(root, 'home') })
  const zoneOf = async (path: string) => {
    const found = await resolved(path)
    return found.ok ? found.value.zone : 'outside'
  }
  const analyse = (command: string, cwd: string) => analyseCommand(command, { cwd, zoneOf })

  /** What the gate would decide. */
  async function evaluated(
    args: Record<string, unknown>,
    owner = OWNER,
  ): Promise<Result<CanonicalTouchOf<'proc.run'> | null, Failure>> {
    const [touch] = tmux.touches(tmux.input.parse(args))
    if (touch?.terminal === undefined) return { ok: true, value: null }
    const { terminal } = touch
    const found = await terminalTouch(
      owner,
      { ...touch, terminal },
      { terminals, resolved, analyse },
    )
    return found as Result<CanonicalTouchOf<'proc.run'>, Failure>
  }

  /** Runs it as if it were approved just as it was evaluated. */
  async function run(
    args: Record<string, unknown>,
    signal = new AbortController().signal,
    owner = OWNER,
  ): Promise<string> {
    const touch = await evaluated(args, owner)
    if (!touch.ok) return touch.error.code
    const permitted = touch.value === null ? [] : [touch.value]
    const power = {
      run: () => Promise.reject(new Error('no command is run')),
      terminal: {
        step: (step: Parameters<typeof terminals.step>[1]) =>
          terminals.step(owner, step, permitted, signal),
        list: () => terminals.list(owner),
      },
    }
    const done = await tmux.execute(tmux.input.parse(args), {
      power: { 'proc.run': power },
      signal,
    })
    return done.ok ? done.value.text : done.error.code
  }

  return {
    root,
    workspace,
    runner,
    terminals,
    evaluated,
    run,
    create: (session_name: string, more = {}) => run({ action: 'create', session_name, ...more }),
    send: (session_name: string, command: string, more = {}) =>
      run({ action: 'send', session_name, command, ...more }),
    press: (session_name: string, ...keys: TerminalKey[]) =>
      run({ action: 'send', session_name, keys }),
    read: (session_name: string): Promise<string> => run({ action: 'read', session_name }),
    /** The line that would be evaluated, and its gravest tier, by its words alone. */
    async line(session_name: string, command: string, more = {}) {
      const touch = await evaluated({ action: 'send', session_name, command, ...more })
      if (!touch.ok) return touch.error.code
      if (touch.value === null) return 'nothing'
      const tiers = commandRisks(touch.value.parts).map(({ to }) => to)
      return { line: touch.value.command, tier: tiers.toSorted().at(-1) ?? 'R3' }
    },
  }
}
