// `gatehouse redact`: standard input to standard output, with secrets replaced. Works alone: no app is asked, so what the
// store of credentials holds is not known here, only what the environment of this process and the shapes of secrets give.
import { environmentSecrets } from '../../secrets/environment.ts'
import { openRedactor } from '../../secrets/redactor.ts'
import { printJson } from './command.ts'
import type { Command } from './command.ts'
import { exit } from './exit.ts'

export const redact: Command = {
  name: 'redact',
  operands: [],
  options: [],
  usage: '< FILE',
  summary: 'copy standard input to standard output with secrets replaced; --json prints only what was found',
  async run({ world, json }) {
    const redactor = openRedactor({ known: () => environmentSecrets(world.env) })
    const stream = redactor.stream()
    const kinds = new Map<string, number>()
    let failed = false
    const put = async (text: string): Promise<void> => {
      for (const [, kind = ''] of text.matchAll(MARK)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      failed ||= text.includes(FAILED)
      if (json) return
      world.out(text)
      await world.drained?.()
    }
    for await (const piece of world.input()) await put(await stream.push(piece))
    await put(await stream.end())
    const found = [...kinds].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    if (json) printJson(world, { redacted: found.reduce((sum, { count }) => sum + count, 0), found, checked: !failed })
    return failed ? exit.failed : exit.done
  },
}

const MARK = /\[secret: ([a-z0-9-]{1,40})\]/g
const FAILED = '[hidden: the check for secrets failed]'
