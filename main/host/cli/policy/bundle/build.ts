// `gatehouse policy bundle build`: one file of what a person wrote, not signed yet.
import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import type { ServerPins } from '../../../../../contract/bundle/bundle.ts'
import { filesIn } from '../../../../../contract/server/launch.ts'
import { envelopeText, sealed } from '../../../../bundle/envelope.ts'
import { policyFacts } from '../../../../policy/policy-facts.ts'
import { printJson } from '../../command.ts'
import type { Command } from '../../command.ts'
import { exit } from '../../exit.ts'
import { complain } from '../../output/complain.ts'
import { visible } from '../../output/show.ts'
import type { Session } from '../../session/session.ts'
import { withQueries } from '../../session/with-session.ts'
import { textOf } from '../policy-text.ts'
import { problemText } from '../problem-text.ts'
import { buildBundle, type ReviewedServer } from './build-bundle.ts'
import { written } from './written.ts'

export const bundleBuild: Command = {
  name: 'policy bundle build',
  operands: ['SOURCE'],
  options: ['out'],
  usage: '[--out FILE]',
  summary:
    'Build a policy bundle for an organisation from a YAML file with rules, a preset, STOP paths, settings of tools, server pins and agents; sign it afterwards',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, operands, options, json } = call
      const source = resolve(operands[0] ?? '')
      const text = await textOf(source)
      if (!text.ok) return complain(context, text.error, json)
      const built = await buildBundle(text.value, source, {
        facts: policyFacts(Date.now),
        reviewed: (server) => reviewedOf(session, server),
        now: Date.now,
      })
      if (!built.ok) {
        if (json) printJson(context, { ok: false, problems: built.error })
        else context.out(built.error.map((each) => problemText(each, context.color)).join(''))
        return exit.failed
      }
      const file = resolve(options.get('out') ?? join(dirname(source), 'policy-bundle.json'))
      const { organisation, serial } = built.value
      const put = written(file, envelopeText(sealed(JSON.stringify(built.value))))
      if (!put.ok) return complain(context, put.error, json)
      if (json) printJson(context, { ok: true, problems: [], file, organisation, serial })
      else
        context.out(
          `Wrote ${visible(file)}: bundle ${serial} of ${visible(organisation)}, not signed yet.\nNext: gatehouse policy bundle sign ${visible(file)} --key KEYFILE\n`,
        )
      return exit.done
    }),
}

async function reviewedOf(session: Session, server: string): Promise<ReviewedServer | null> {
  const review = await session.call('servers.review', { name: server })
  if (!review.ok) return null
  const open = (wanted: string): readonly (readonly [string, string])[] =>
    review.value.items.flatMap(({ what, state, name, now }) =>
      what === wanted && state === 'open' && now !== null ? [[name, now] as const] : [],
    )
  const pins = (wanted: string): ServerPins['tools'] =>
    Object.fromEntries(
      open(wanted).map(([name, now]) => [name, createHash('sha256').update(now).digest('hex')]),
    )
  const itself = open('server')
  return itself.length === 0
    ? null
    : {
        tools: pins('tool'),
        prompts: pins('prompt'),
        resources: pins('resource'),
        programs: [...new Set(itself.flatMap(([, now]) => filesIn(now).map(({ hash }) => hash)))],
      }
}
