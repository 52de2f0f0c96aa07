// An agent's own command as a rehearsal runs it: the same line, by the built-in tool that runs
// commands in the sandbox. The agent runs it itself afterwards, so the card says so.
import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { HERE } from '../../../../contract/call/tool-source.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { exec } from '../../../../tools/exec.ts'
import type { EvaluatedCall } from '../../../pipeline/evaluate.ts'

/** Err: the agent runs it itself, and it is no line of a shell that is here. */
export function asRehearsed(evaluated: EvaluatedCall): Result<EvaluatedCall, Failure> {
  const { execution, tool, decision } = evaluated
  if (execution.kind === 'here') return ok(evaluated)
  const [touch, ...others] = decision.touches
  if (touch?.kind !== 'proc.run' || others.length > 0 || OTHER_SHELL.test(tool.manifest.name))
    return err(elsewhere)
  return ok({
    ...evaluated,
    tool: exec,
    args: { command: touch.command, working_dir: touch.cwd, hosts: [] },
    execution: HERE,
  })
}

const OTHER_SHELL = /_PowerShell$/

export const notesOn = ({ execution }: EvaluatedCall): readonly string[] =>
  execution.kind === 'here' ? [] : ['The agent runs this itself; this shows what it did in a copy.']

/**
 * The folder that a rehearsal copies: the workspace, or for a command of an agent that works in one
 * of its own folders that folder.
 */
export async function rehearsedFolder(
  { principal, decision }: Pick<Approval, 'principal' | 'decision'>,
  workspace: string,
  folders: (client: string) => readonly string[],
  home: string,
): Promise<string> {
  const touch = decision.touches.find(({ kind }) => kind === 'proc.run')
  if (principal.kind !== 'mcp-client' || touch?.kind !== 'proc.run') return workspace
  for (const folder of [workspace, ...folders(principal.name)]) {
    const root = await realpath(folder.replace(/^~(?=$|[/\\])/, () => home)).catch(() => null)
    if (root !== null && (touch.cwd === root || touch.cwd.startsWith(root + sep))) return root
  }
  return workspace
}

const elsewhere = failure(
  'rehearsal.elsewhere',
  'The agent runs this itself, so Gatehouse cannot rehearse it.',
)
