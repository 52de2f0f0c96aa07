// `gatehouse policy explain --mount PATH`: whether a path may be read and written, as two calls that
// nobody makes.
import { failure } from '../../../../contract/failure.ts'
import { SupposedCall } from '../../../../contract/policy/supposed.ts'
import type { Explanation } from '../../../../contract/policy/decision.ts'
import { printJson } from '../command.ts'
import type { Call } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { columns, paint, visible } from '../output/show.ts'
import { noteUnread } from './policy-text.ts'
import { withQueries } from '../session/with-session.ts'

/** As the tools take it. */
const MOST_CHARS = 4_096
const alone = ['tool', 'args', 'command', 'at', 'calls', 'denials', 'known-host'] as const

export async function explainMount(call: Call, text: { readonly text?: string }): Promise<number> {
  const { context, json, options } = call
  const wrong = alone.find((name) => options.has(name))
  if (wrong !== undefined)
    return complain(
      context,
      failure('usage', `--mount cannot be combined with --${wrong}.`, 'Use one of them.'),
      json,
    )
  const path = options.get('mount') ?? ''
  if (path === '' || path.length > MOST_CHARS)
    return complain(
      context,
      failure(
        'usage',
        `--mount needs a path of 1 to ${MOST_CHARS} characters.`,
        'Such as: --mount src',
      ),
      json,
    )
  const as = Object.fromEntries(
    (['principal', 'channel', 'agent'] as const).flatMap((name) => {
      const value = options.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const calls = [
    SupposedCall.safeParse({ tool: 'read_file', args: { path }, ...as }),
    SupposedCall.safeParse({ tool: 'write_file', args: { path, content: '' }, ...as }),
  ].flatMap(({ data }) => (data === undefined ? [] : [data]))
  if (calls.length < 2)
    return complain(
      context,
      failure(
        'usage',
        'The principal or channel is not known.',
        'See: gatehouse policy explain --help',
      ),
      json,
    )
  return withQueries(call, async (session) => {
    const explained = await session.call('policy.explain', { calls, ...text })
    if (!explained.ok) return complain(context, explained.error, json)
    const [read, write] = explained.value
    if (read === undefined || write === undefined)
      return complain(context, failure('explain.nothing', 'Gatehouse did not answer.'), json)
    if ('error' in read) return complain(context, read.error, json)
    if ('error' in write) return complain(context, write.error, json)
    await noteUnread(call, session)
    const answer = mountOf(path, read.decision, write.decision)
    if (json) printJson(context, answer)
    else {
      const { bold, green, red, yellow } = paint(context.color)
      const tone = { allow: green, confirm: yellow, deny: red }
      context.out(`${bold(visible(answer.mount))}\n`)
      for (const [what, decision] of [
        ['read', read.decision],
        ['write', write.decision],
      ] as const) {
        context.out(
          columns([[`  ${what}`, decision.effect, decision.tier]]).replace(
            decision.effect,
            tone[decision.effect](decision.effect),
          ),
        )
        context.out(decision.reasons.map((reason) => `    - ${visible(reason.text)}\n`).join(''))
      }
    }
    return exit.done
  })
}

/** `allowed`: it may be read without asking. `readOnly`: it may never be written. */
const mountOf = (path: string, read: Explanation, write: Explanation) => {
  const [touch] = read.touches
  return {
    mount: touch?.kind === 'fs.read' ? touch.path : path,
    allowed: read.effect === 'allow',
    readOnly: write.effect === 'deny',
    reason: read.reasons[0]?.text ?? '',
    policyHash: read.policyHash,
    read,
    write,
  }
}
