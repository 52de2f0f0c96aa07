// `gatehouse schedules preflight` and `give`: what the calls of a job would meet, and approving one of
// them beforehand.
import { readArgsOption } from '../args-option.ts'
import { counted } from '../../../../contract/counted.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { ExpectedCall, Preflight } from '../../../../contract/schedule/preflight.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { table, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'
import { jobIdIn } from './job-id.ts'

export const usage = (text: string, hint: string): Result<never, Failure> =>
  err(failure('usage', text, hint))

/** Null: none was given. */
export function expectedIn({ options }: Call): Result<ExpectedCall | null, Failure> {
  const tool = options.get('tool')
  if (tool === undefined)
    return options.has('args')
      ? usage('--args goes with --tool.', 'Such as: --tool exec')
      : ok(null)
  const args = readArgsOption(options.get('args'))
  return args.ok
    ? ok({ tool, args: args.value })
    : usage(args.error, `Such as: --args '{"path": "notes.txt"}'`)
}

const effects = { allow: 'runs', confirm: 'asks', deny: 'denied' } as const

export const preflightText = ({ held, calls, tools, given }: Preflight): string =>
  [
    ...(held === null ? [] : [`It does not run: ${visible(held)}`, '']),
    table(
      'No earlier run made a call. Name one with --tool and --args.',
      ['GATE', 'TIER', 'CALL', 'BEFOREHAND', 'WHY'],
      calls.map(({ effect, tier, title, givable, lease, text }) => [
        effect === null ? 'cannot be decided' : effects[effect],
        tier ?? '',
        visible(title),
        lease !== null ? 'approved' : givable ? 'possible' : '',
        visible(text),
      ]),
    ),
    ...(given.length === 0
      ? []
      : [
          '',
          table(
            '',
            ['APPROVED BEFOREHAND', 'USED', 'UNTIL', 'LEASE'],
            given.map(({ text, uses, maxUses, expiresAt, lease }) => [
              visible(text),
              `${uses} of ${maxUses ?? 'any'}`,
              expiresAt === null ? '' : momentText(expiresAt, ownZone()),
              lease,
            ]),
          ),
        ]),
    '',
    `Its agent has ${counted(tools.length, 'tool')}; ${tools.filter(({ usually }) => usually === 'confirm').length} of them usually ask.`,
  ].join('\n')

export const schedulesPreflight: Command = {
  name: 'schedules preflight',
  operands: ['ID'],
  options: ['tool', 'args'],
  usage: `[--tool T --args '{…}']`,
  summary:
    'Show which calls of a job would need approval: those of its earlier runs, and one you expect',
  async run(call) {
    const { context, json } = call
    const id = jobIdIn(call.operands[0])
    if (!id.ok) return complain(context, id.error, json)
    const expected = expectedIn(call)
    if (!expected.ok) return complain(context, expected.error, json)
    return withQueries(call, async (session) => {
      const found = await session.call('schedules.preflight', {
        id: id.value,
        expected: expected.value === null ? [] : [expected.value],
      })
      if (!found.ok) return complain(context, found.error, json)
      // Of an earlier run it may be gone by now. This one was just typed.
      const undecided = found.value.calls.find(
        ({ from, effect }) => from === 'expected' && effect === null,
      )
      if (undecided !== undefined)
        return complain(context, failure('schedule.undecided', undecided.text, TOOLS_HINT), json)
      if (json) printJson(context, found.value)
      else context.out(`${preflightText(found.value)}\n`)
      return exit.done
    })
  },
}

const TOOLS_HINT = 'To see what a tool takes: gatehouse tools describe TOOL'
