// `gatehouse policy bundle verify`: what a machine would say of a bundle, without one.
import { resolve } from 'node:path'
import type { Bundle } from '../../../../../contract/bundle/bundle.ts'
import { failure } from '../../../../../contract/failure.ts'
import { parseConfig } from '../../../../config/parse.ts'
import { readConfig } from '../../../../config/file.ts'
import { misfit, readBundle } from '../../../../bundle/read-bundle.ts'
import { printJson } from '../../command.ts'
import type { Call, Command } from '../../command.ts'
import { exit } from '../../exit.ts'
import { complain } from '../../output/complain.ts'
import { columns, visible } from '../../output/show.ts'
import { bytesOf } from './sign.ts'

export const bundleVerify: Command = {
  name: 'policy bundle verify',
  operands: ['FILE'],
  options: ['key', 'number'],
  usage: '[--key KEY,KEY] [-n SIGNATURES]',
  summary:
    'Check who signed a policy bundle and whether anything in it was changed: with the keys of the configuration, or with --key',
  async run(call) {
    const { context, operands, json } = call
    const bytes = bytesOf(resolve(operands[0] ?? ''))
    if (!bytes.ok) return complain(context, bytes.error, json)
    const least = call.options.get('number') ?? '1'
    if (!/^[1-9]\d?$/.test(least))
      return complain(
        context,
        failure('usage', '-n takes how many of the keys have to have signed it: 1 or more.'),
        json,
      )
    const by = await signersOf(call, Number(least))
    if (by === null)
      return complain(
        context,
        failure(
          'usage',
          'No keys to check with: the configuration names no organisation.',
          'Give them: --key MCowBQYDK2VwAyEA…',
        ),
        json,
      )
    const read = readBundle(bytes.value, by)
    if (!read.ok) return complain(context, read.error, json)
    const { bundle, summary } = read.value
    const wrong = misfit(read.value, {
      name: by.name ?? bundle.organisation,
      highest: 0,
      digest: null,
      now: Date.now(),
    })
    if (wrong !== null) return complain(context, wrong, json)
    const holds = contentOf(bundle)
    if (json) printJson(context, { ok: true, organisation: bundle.organisation, ...summary, holds })
    else
      context.out(
        columns([
          ['organisation', visible(bundle.organisation)],
          ['serial', String(summary.serial)],
          ['issued', summary.issued],
          ['expires', summary.expires],
          ['signed by', summary.keys.join(' ')],
          ['digest', summary.digest],
          ['preset', visible(bundle.preset ?? 'none')],
          ...Object.entries(holds).map(([name, count]) => [name, String(count)]),
        ]),
      )
    return exit.done
  },
}

const contentOf = ({ rules, stop, tools, servers, agents, revokedKeys }: Bundle) => ({
  rules: rules.length,
  stop: stop.length,
  tools: Object.keys(tools).length,
  servers: Object.keys(servers).length,
  agents: Object.keys(agents).length,
  revokedKeys: revokedKeys.length,
})

async function signersOf(
  { options, paths }: Call,
  signatures: number,
): Promise<{
  readonly keys: readonly string[]
  readonly signatures: number
  readonly name?: string
} | null> {
  const given = options.get('key')
  if (given !== undefined) return { keys: given.split(',').map((key) => key.trim()), signatures }
  const text = await readConfig(paths.configFile)
  if (!text.ok || text.value === null) return null
  const config = parseConfig(text.value, paths.configFile)
  return config.ok ? config.value.organisation : null
}
