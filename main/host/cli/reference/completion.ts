// `gatehouse completion SHELL`: prints the script that completes this command line in a shell.
import { failure } from '../../../../contract/failure.ts'
import { nearest } from '../../../../contract/nearest.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { completionScripts, isShell, shells } from './scripts.ts'

/** `all`: every command there is, this one among them. */
export const completion = (all: () => Promise<readonly Command[]>): Command => ({
  name: 'completion',
  operands: ['SHELL'],
  choices: { SHELL: shells },
  options: [],
  usage: '',
  summary: `Print the completion script for ${shells.join(', ')}. Load it where your shell starts`,
  async run({ context, operands, json }) {
    const [shell = ''] = operands
    if (!isShell(shell)) {
      const meant = nearest(shell, shells)
      return complain(
        context,
        failure(
          'usage',
          `There is no completion for "${shell}".`,
          meant === null ? `Use one of: ${shells.join(', ')}.` : `Did you mean ${meant}?`,
        ),
        json,
      )
    }
    const script = completionScripts(await all())[shell]
    if (json) printJson(context, { shell, script })
    else context.out(script)
    return exit.done
  },
})
