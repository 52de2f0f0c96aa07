// `gatehouse policy test`: calls and the decisions a team expects of them, so that its policy can
// be kept in CI.
import { dirname, resolve } from 'node:path'
import type { Supposed } from '../../../../contract/policy/supposed.ts'
import type { PolicyCase } from '../../../config/cases.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { rulesText, textOf } from './policy-text.ts'
import { problemText } from './problem-text.ts'
import type { Session } from '../session/session.ts'
import { paint, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

export const policyTest: Command = {
  name: 'policy test',
  operands: ['FILE'],
  options: ['rules'],
  usage: '[--rules FILE]',
  summary:
    'Test calls and their expected decisions against the policy, or against another configuration file',
  async run(call) {
    const { context, json, options, operands } = call
    const [file = ''] = operands
    const text = await textOf(file)
    if (!text.ok) return complain(context, text.error, json)
    const { parseCases } = await import('../../../config/cases.ts')
    const parsed = parseCases(text.value, file)
    if (!parsed.ok) {
      if (json) printJson(context, { ok: false, problems: parsed.error })
      else context.out(parsed.error.map((problem) => problemText(problem, context.color)).join(''))
      return exit.failed
    }
    const { config, cases } = parsed.value
    // What the command line says counts more than what the file says; a path in the file starts
    // beside it.
    const rules = await rulesText(
      options.get('rules') ?? (config === undefined ? undefined : resolve(dirname(file), config)),
    )
    if (!rules.ok) return complain(context, rules.error, json)
    return withQueries(call, (session) =>
      check(call, session, cases, rules.value === null ? {} : { text: rules.value }),
    )
  },
}

type Outcome = {
  readonly name: string
  readonly line: number
  readonly differs: readonly string[]
  readonly answer: Supposed
}

const atOnce = 200

async function check(
  { context, json }: Call,
  session: Session,
  cases: readonly PolicyCase[],
  text: { readonly text?: string },
): Promise<number> {
  const failures: Outcome[] = []
  for (let from = 0; from < cases.length; from += atOnce) {
    const some = cases.slice(from, from + atOnce)
    const explained = await session.call('policy.explain', {
      calls: some.map(({ call }) => call),
      ...text,
    })
    if (!explained.ok) return complain(context, explained.error, json)
    for (const [at, answer] of explained.value.entries()) {
      const one = some[at]
      const differs = one === undefined ? [] : differences(one, answer)
      if (one !== undefined && differs.length > 0)
        failures.push({ name: one.name, line: one.line, differs, answer })
    }
  }
  const passed = failures.length === 0
  if (json)
    printJson(context, { ok: passed, cases: cases.length, failed: failures.length, failures })
  else {
    const { red, bold } = paint(context.color)
    for (const { name, line, differs } of failures)
      context.out(
        `${red('failed')} ${bold(visible(name))} (line ${line})\n${differs.map((said) => `  ${visible(said)}\n`).join('')}`,
      )
    context.out(`${cases.length} cases, ${failures.length} failed.\n`)
  }
  return passed ? exit.done : exit.failed
}

function differences({ expect }: PolicyCase, answer: Supposed): readonly string[] {
  if ('error' in answer) {
    // A call that is turned away before there is anything to decide is refused, and its code can be
    // expected.
    const { code, text } = answer.error
    const expected =
      expect.effect === 'deny' &&
      expect.tier === undefined &&
      expect.approvers === undefined &&
      expect.by === undefined &&
      expect.code === code
    return expected
      ? []
      : [`expected ${expect.effect}, but there was nothing to decide: ${text} (${code})`]
  }
  const { effect, tier, approvers = 1, by, reasons } = answer.decision
  const codes = reasons.map(({ code }) => code)
  const deciding = [by.kind, by.id, `${by.kind} ${by.id}`]
  return [
    ...(effect === expect.effect
      ? []
      : [
          `effect: expected ${expect.effect}, got ${effect} by ${by.kind} ${by.id}: ${reasons.at(-1)?.text ?? ''}`,
        ]),
    ...(expect.tier === undefined || tier === expect.tier
      ? []
      : [`tier: expected ${expect.tier}, got ${tier}`]),
    ...(expect.approvers === undefined || approvers === expect.approvers
      ? []
      : [`approvers: expected ${expect.approvers}, got ${approvers}`]),
    ...(expect.by === undefined || deciding.includes(expect.by)
      ? []
      : [`by: expected ${expect.by}, got ${by.kind} ${by.id}`]),
    ...(expect.code === undefined || codes.includes(expect.code)
      ? []
      : [`code: expected a reason ${expect.code}, got ${codes.join(', ')}`]),
  ]
}
