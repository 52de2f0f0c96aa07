// `gatehouse doctor`: what works here, what does not, and what to do about it.
import type { Failure } from '../../../contract/failure.ts'
import type { DoctorReport } from '../../../contract/protection.ts'
import { printJson } from './command.ts'
import type { Command } from './command.ts'
import { exit } from './exit.ts'
import { openForCall } from './session/with-session.ts'
import { runnerInUse, runnerLines } from './output/runner-lines.ts'
import { columns, paint, visible } from './output/show.ts'
import type { CliContext } from './cli-context.ts'

export const doctor: Command = {
  name: 'doctor',
  operands: [],
  options: ['all'],
  usage: '[--all]',
  summary:
    'Check protections, configuration, journal and model, and say what to do; --all compares the ways to run commands',
  async run(call) {
    const { context, json, options } = call
    const report = await reportOf()
    if (json) printJson(context, report)
    else context.out(shown(report, context.color, options.has('all')))
    return report.ok ? exit.done : exit.failed

    async function reportOf(): Promise<DoctorReport> {
      const opened = await openForCall(call)
      if (!opened.ok) return cannotStart(context, opened.error)
      const session = opened.value
      try {
        const answer = await session.call('doctor.report', {})
        return answer.ok ? answer.value : cannotStart(context, answer.error)
      } finally {
        await session.close()
      }
    }
  },
}

/** A Gatehouse that cannot even be asked is the finding. */
const cannotStart = ({ platform }: CliContext, error: Failure): DoctorReport => ({
  ok: false,
  platform,
  node: process.versions.node,
  protections: [],
  runner: null,
  checks: [
    {
      id: 'start',
      title: 'Gatehouse starts',
      state: 'fail',
      text: error.text,
      how: error.hint ?? null,
    },
  ],
})

function shown(
  { ok, platform, node, protections, runner, checks }: DoctorReport,
  color: boolean,
  compare: boolean,
): string {
  const { bold, dim, green, red, yellow } = paint(color)
  // Painted after the columns are made: codes have no width.
  const toned = (rows: string): string =>
    rows
      .replaceAll(/^(enforced|ok)\b/gm, green('$1'))
      .replaceAll(/^(missing|warn)\b/gm, yellow('$1'))
      .replaceAll(/^(unset)\b/gm, dim('$1'))
      .replaceAll(/^(impossible|fail)\b/gm, red('$1'))
  const rows = (
    list: readonly { state: string; title: string; words: string; how: string | null }[],
  ) =>
    toned(
      columns(
        list.map(({ state, title, words, how }) => [
          state,
          title,
          how === null ? words : `${words} ${how}`,
        ]),
      ),
    )
  const open =
    protections.filter(({ state }) => state === 'missing').length +
    checks.filter(({ state }) => state === 'warn').length
  const verdict = !ok
    ? red('Something needs your attention.')
    : open === 0
      ? green('No problems found.')
      : yellow(open === 1 ? '1 thing to look at.' : `${open} things to look at.`)
  return [
    `${visible(platform)}, Node ${visible(node)}\n`,
    protections.length === 0
      ? ''
      : `\n${bold('Protections')}\n${rows(protections.map(({ detail, ...rest }) => ({ ...rest, words: detail })))}`,
    runner === null
      ? ''
      : `\n${bold('What runs commands')}\n${compare ? runnerLines(runner) : `${runnerInUse(runner)}To compare all: gatehouse doctor --all\n`}`,
    `\n${bold('Checks')}\n${rows(checks.map(({ text, ...rest }) => ({ ...rest, words: text })))}`,
    `\n${verdict}\n`,
  ].join('')
}
