// Changes the arguments of a held call in the person's editor, shows what changed, and asks again. What
// they approve is decided like any other call.
import { strictJson } from '../../../../contract/strict-json.ts'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileReason } from '../../../../contract/file-reason.ts'
import { JsonObject } from '../../../../contract/json.ts'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { CliContext } from '../cli-context.ts'
import { diffLines } from '../output/diff-lines.ts'
import { paint, visible } from '../output/show.ts'
import type { TerminalScreen } from '../terminal/terminal-screen.ts'

/** args: agreed to by the person. said: why there are none. */
export type Edited =
  | { readonly kind: 'args'; readonly args: JsonObject }
  | { readonly kind: 'said'; readonly text: string }

const nothing = (text: string): Edited => ({ kind: 'said', text })

/** @param signal aborts when the call no longer waits. */
export async function editArgs(
  { args, review }: Approval,
  context: CliContext,
  screen: TerminalScreen,
  signal: AbortSignal,
): Promise<Edited> {
  if (review !== null) return nothing('This is a result: it has no arguments to change.')
  const before = textOf(args)
  return screen.lend(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-edit-'))
    const file = join(folder, 'arguments.json')
    try {
      // As the card shows them: secrets are not in it, and are put back where they were.
      await writeFile(file, before, { mode: 0o600 })
      const fault = await runEditor(context, file)
      if (fault !== null) return nothing(fault)
      return await agreed(before, await readFile(file, 'utf8'), context, signal)
    } catch (thrown) {
      return nothing(`The arguments could not be edited: ${fileReason(thrown)}.`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function agreed(
  before: string,
  after: string,
  context: CliContext,
  signal: AbortSignal,
): Promise<Edited> {
  const read = parsed(after)
  if (read.kind === 'said') return read
  const now = textOf(read.args)
  if (now === before) return nothing('Nothing was changed, so nothing was answered.')
  const tones = paint(context.color)
  context.out(`${tones.bold('Changed arguments')}\n${diffLines(before, now, tones).join('\n')}\n\n`)
  const said = await context.ask('Type yes to approve the call with these arguments: ', signal)
  if (signal.aborted) return nothing('The call is no longer pending, so nothing was answered.')
  return said?.trim().toLowerCase() === 'yes' ? read : nothing('Nothing was answered.')
}

function parsed(text: string): Edited {
  const read = strictJson(text)
  if (!read.ok) {
    const why = read.error.kind === 'syntax' ? 'are not JSON' : 'can be read in two ways'
    return nothing(`The arguments ${why}: ${visible(read.error.text)}. Press e to edit them again.`)
  }
  const args = JsonObject.safeParse(read.value)
  return args.success
    ? { kind: 'args', args: args.data }
    : nothing('The arguments have to be one JSON object: {…}. Press e to edit them again.')
}

const textOf = (args: Approval['args']): string => `${JSON.stringify(args, null, 2)}\n`

/** As Git finds it: a line of the shell, to which the file is given. Null: it ended well. */
function runEditor({ env, platform }: CliContext, file: string): Promise<string | null> {
  const windows = platform === 'win32'
  const editor = [env['VISUAL'], env['EDITOR']].find((each) => (each ?? '').trim() !== '')
  const name = editor ?? (windows ? 'notepad' : 'vi')
  const child = windows
    ? spawn(`${name} "${file}"`, { stdio: 'inherit', shell: true })
    : spawn('/bin/sh', ['-c', `${name} "$1"`, 'sh', file], { stdio: 'inherit' })
  const failed = (how: string): string =>
    `The editor ${visible(name)} ${how}, so nothing was answered. Set EDITOR to another one.`
  return new Promise((resolve) => {
    child.once('error', (fault) => resolve(failed(`cannot be started (${fault.message})`)))
    child.once('exit', (code) =>
      resolve(code === 0 ? null : failed(`ended with ${code ?? 'a signal'}`)),
    )
  })
}
