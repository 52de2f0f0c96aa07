// The completion scripts, one a shell, all from the same table of commands.
import type { Command } from '../command.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { powershellCompletion } from './powershell.ts'
import { readSyntax } from './syntax.ts'
import { zshCompletion } from './zsh.ts'

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

export const isShell = (name: string): name is Shell => shells.some((shell) => shell === name)

export function completionScripts(commands: readonly Command[]): Readonly<Record<Shell, string>> {
  const nodes = readSyntax(commands)
  return {
    bash: bashCompletion(nodes),
    zsh: zshCompletion(nodes),
    fish: fishCompletion(nodes),
    powershell: powershellCompletion(nodes),
  }
}
