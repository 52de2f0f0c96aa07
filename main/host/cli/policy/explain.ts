// `gatehouse policy explain`: what the gate would say of a call, one or many, without making it.
import { readArgsOption } from '../args-option.ts'
import type { Explanation } from '../../../../contract/policy/decision.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { SupposedCall } from '../../../../contract/policy/supposed.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { nearest } from '../../../../contract/nearest.ts'
import { touchText } from '../output/touch-text.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { explainLines } from '../output/explain-lines.ts'
import { explainMount } from './explain-mount.ts'
import { noteUnread, rulesText } from './policy-text.ts'
import { columns, paint, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

const ONE_CALL = [
  'tool',
  'args',
  'principal',
  'agent',
  'channel',
  'at',
  'calls',
  'denials',
  'known-host',
  'command',
] as const

export const policyExplain: Command = {
  name: 'policy explain',
  operands: [],
  options: [...ONE_CALL, 'mount', 'batch', 'rules'],
  usage:
    "--tool T --args '{…}' | --command LINE | --mount PATH [--principal P] [--agent N] [--channel C] [--at TIME] [--calls N] [--denials N] [--known-host] [--rules FILE] | --batch [--rules FILE]",
  summary:
    'Show the decision for a call, and why, without running it. --command is short for a command line, --mount asks whether a path may be read and written; --batch reads and writes JSON lines',
  async run(call) {
    const { context, json, options } = call
    const rules = await rulesText(options.get('rules'))
    if (!rules.ok) return complain(context, rules.error, json)
    const text = rules.value === null ? {} : { text: rules.value }
    if (options.has('batch')) {
      const alone = ONE_CALL.find((name) => options.has(name))
      if (alone === undefined)
        return withQueries(call, async (session) => {
          await noteUnread(call, session)
          return explainLines(call, session, text)
        })
      const hint = 'With --batch, each line of standard input has its own values.'
      return complain(
        context,
        failure('usage', `--batch cannot be combined with --${alone}.`, hint),
        json,
      )
    }
    if (options.has('mount')) return explainMount(call, text)
    const supposed = supposedOf(call)
    if (!supposed.ok) return complain(context, supposed.error, json)
    return withQueries(call, async (session) => {
      const explained = await session.call('policy.explain', { calls: [supposed.value], ...text })
      if (!explained.ok) return complain(context, explained.error, json)
      const [answer] = explained.value
      if (answer === undefined)
        return complain(context, failure('explain.nothing', 'Gatehouse did not answer.'), json)
      if ('error' in answer) return complain(context, answer.error, json)
      await noteUnread(call, session)
      if (json) printJson(context, answer.decision)
      else context.out(explanationText(answer.decision, context.color))
      return exit.done
    })
  },
}

function supposedOf({ options }: Call): Result<SupposedCall, Failure> {
  const misused = (text: string, hint: string) => err(failure('usage', text, hint))
  const example = `Such as --tool read_file --args '{"path": "README.md"}'.`
  const line = options.get('command')
  if (line !== undefined && (options.has('tool') || options.has('args')))
    return misused('--command cannot be combined with --tool and --args.', 'Use one of them.')
  if (line?.trim() === '')
    return misused('--command needs a command line.', "Such as --command 'git push --force'.")
  const tool = line === undefined ? options.get('tool') : 'exec'
  if (tool === undefined)
    return misused(
      'gatehouse policy explain needs --tool, --command, --mount, or --batch.',
      example,
    )
  const read = line === undefined ? readArgsOption(options.get('args')) : ok({ command: line })
  if (!read.ok) return misused(read.error, example)
  const args = read.value
  for (const name of ['principal', 'channel'] as const) {
    const word = options.get(name)
    const known: readonly string[] = SupposedCall.shape[name].unwrap().options
    if (word === undefined || known.includes(word)) continue
    const meant = nearest(word, known)
    return misused(
      `There is no ${name} "${word}".`,
      `${meant === null ? '' : `Did you mean ${meant}? `}There are: ${known.join(', ')}.`,
    )
  }
  const [principal, channel, agent] = [
    options.get('principal'),
    options.get('channel'),
    options.get('agent'),
  ]
  const counts: Record<string, number> = {}
  for (const name of ['calls', 'denials'] as const) {
    const text = options.get(name)
    if (text === undefined) continue
    if (!/^\d{1,6}$/.test(text)) return misused(`--${name} is not a number.`, 'Such as 10.')
    counts[name] = Number(text)
  }
  const earlier = { ...counts, ...(options.has('known-host') ? { knownHost: true } : {}) }
  const at = options.get('at')
  if (at !== undefined && !SupposedCall.shape.at.safeParse(at).success)
    return misused('--at is not a date and time.', 'Such as 2026-12-31T22:30:00+01:00.')
  return ok(SupposedCall.parse({ tool, args, principal, channel, agent, at, earlier }))
}

function explanationText(decision: Explanation, color: boolean): string {
  const { bold, dim, green, red, yellow } = paint(color)
  const tone = { allow: green, confirm: yellow, deny: red }[decision.effect]
  const step = `${decision.stepUp ? ', with passphrase or one-time code' : ''}${decision.approvers === 2 ? ', by two persons' : ''}`
  const silent = decision.votes.flatMap(({ layer, effect }) => (effect === null ? [layer] : []))
  return [
    `${bold(tone(decision.effect))}  ${decision.tier}${step}, by ${decision.by.kind} ${visible(decision.by.id)}${decision.by.organisation === undefined ? '' : ` of ${visible(decision.by.organisation)}`}\n\n`,
    ...decision.reasons.map(({ text }) => `  - ${visible(text)}\n`),
    decision.touches.length === 0
      ? ''
      : `\nwould touch\n${decision.touches.map((touch) => `  ${touchText(touch)}\n`).join('')}`,
    '\nvotes, strictest first\n',
    columns(
      decision.votes.flatMap(({ layer, effect, text }) =>
        effect === null ? [] : [[`  ${layer}`, effect, text]],
      ),
    ),
    silent.length === 0 ? '' : dim(`  no vote: ${silent.join(', ')}\n`),
    `\n${dim(`policy ${decision.policyHash}`)}\n`,
  ].join('')
}
