// Before a program of somebody else's is run for the first time: all of its command line, nothing
// cut off, nothing hidden, and a person's word.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { ServerConfig, Setting } from '../../../../contract/server/server.ts'
import type { Call } from '../command.ts'
import { paint, visible } from '../output/show.ts'

const unasked = failure(
  'approval.no-terminal',
  'Nothing was done: this needs confirmation, and there is no terminal.',
  'Read the lines above. To confirm, add --yes.',
)
const refused = failure('servers.refused', 'Nothing was done.')

/** `servers.refused` for a denial; `approval.no-terminal` where nobody can be asked. */
export async function consent(
  { context, options }: Call,
  shown: string,
  prompt: string,
): Promise<Result<null, Failure>> {
  context.note(shown)
  if (options.has('yes')) return ok(null)
  if (!context.terminal) return err(unasked)
  const said = await context.ask(prompt, new AbortController().signal)
  return said?.trim().toLowerCase() === 'yes' ? ok(null) : err(refused)
}

/** Everything that the configuration would have Gatehouse do. */
export function launchText(name: string, config: ServerConfig, color: boolean): string {
  const { bold, yellow } = paint(color)
  const shown = (settings: Readonly<Record<string, Setting>>): string[] =>
    Object.entries(settings).map(
      ([key, value]) =>
        `${visible(key)} = ${typeof value === 'string' ? visible(value) : `the credential ${value.secret}`}`,
    )
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${line}`)]
  const lines =
    config.transport === 'stdio'
      ? [
          yellow(
            'This runs a program on your machine, in the sandbox. Add it only if you trust its source.',
          ),
          `  program     ${visible(config.command)}`,
          ...config.args.map((arg, at) => `  argument ${String(at + 1).padEnd(2)} ${visible(arg)}`),
          ...part('variables', shown(config.env)),
          ...part('hosts it may connect to', config.hosts.length === 0 ? ['none'] : config.hosts),
          ...(config.sockets === true ? ['  sockets     Unix sockets of its own'] : []),
          ...part(
            'folders it may see',
            config.folders.map(
              ({ path, write }) => `${visible(path)}${write ? ', and write in' : ''}`,
            ),
          ),
        ]
      : [
          yellow(
            'Everything your agents pass to its tools is sent to this address. Add it only if you trust its owner.',
          ),
          `  address     ${visible(config.url)}`,
          ...part('headers', shown(config.headers)),
        ]
  return `${bold(`The server ${name}`)}, trust: ${config.trust}\n${lines.join('\n')}\n`
}
