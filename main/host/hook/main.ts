// Entry of `gatehouse hook AGENT`: out/main/hook.js. A program of its own, small, because an agent
// starts it before each call.
import { homedir } from 'node:os'
import { findAppPaths } from '../../config/paths.ts'
import { hookAgents } from '../../../contract/server/hook-agent.ts'
import { stop, type HookOutput } from '../../clients/hook/answer.ts'
import { openLastHandler } from '../last-handler.ts'
import { ensureHomeVariable } from '../../config/folders/home-variable.ts'
import { execHere } from '../../clients/hook/exec-line.ts'
import { answerHook, type AskAlone } from './answer-hook.ts'

// To an agent any other code means: go on.
openLastHandler({ code: 2, once: true })
ensureHomeVariable(process.env, process.platform)

async function run(): Promise<HookOutput> {
  const words = process.argv.slice(2).filter((word) => word !== 'hook')
  const agent = hookAgents.find((each) => each === words[0])
  if (agent === undefined || words.length > 1)
    return stop(`gatehouse hook takes one of: ${hookAgents.join(', ')}.`)
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8')) text += String(piece)
  const paths = findAppPaths({ env: process.env, platform: process.platform, homedir: homedir() })
  const alone: AskAlone = async (...prompt) => {
    const [{ askAlone }, about] = await Promise.all([
      import('./ask-alone.ts'),
      import('../../../package.json', { with: { type: 'json' } }),
    ])
    return askAlone(...prompt, about.default.version)
  }
  return answerHook(agent, text, paths, alone, execHere(process))
}

// An answer that cannot be written is none, and to an agent every code but this one means: go on.
process.stdout.on('error', () => process.exit(2))
process.stderr.on('error', () => (process.exitCode = 2))

const output = await run().catch((cause: unknown) =>
  stop(`Denied: ${cause instanceof Error ? cause.message : String(cause)}.`),
)
process.stderr.write(output.stderr)
// Ends by itself once it is written: a process that exits at once may cut its own output off.
process.stdout.write(output.stdout)
process.exitCode = output.code
