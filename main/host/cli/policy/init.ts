// `gatehouse init`: the first start of somebody who has no window. Writes only what is not there yet;
// a looser preset than the one in force needs the same confirmation as anywhere else.
import { resolve } from 'node:path'
import { failure } from '../../../../contract/failure.ts'
import { nearest } from '../../../../contract/nearest.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { AppState } from '../../../../contract/ipc/app-state.ts'
import { endsBefore } from '../dry-run.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { columns, visible } from '../output/show.ts'
import type { Session } from '../session/session.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withQueries, withSession } from '../session/with-session.ts'

export const init: Command = {
  name: 'init',
  operands: ['[PRESET]'],
  options: ['folder', 'dry-run', 'yes', 'totp'],
  usage: '[--folder WORKSPACE] [--dry-run] [--yes] [--totp CODE]',
  summary:
    'Set Gatehouse up without the window: choose a preset and the workspace, and write both to the configuration file. Asks first; --dry-run only shows the change',
  async run(call) {
    const plans: Plan[] = []
    const code = await withQueries(call, async (session) => {
      const planned = await plan(call, session)
      if (!planned.ok) return complain(call.context, planned.error, call.json)
      plans.push(planned.value)
      return exit.done
    })
    const [planned] = plans
    if (planned === undefined) return code
    const { preset, workspace, file } = planned
    const shown = { config: file, preset, workspace }
    if (!call.json)
      call.context.out(
        columns([
          ['configuration', file],
          ['preset', `${preset.name}: ${preset.description}`],
          ['workspace', workspace],
        ]),
      )
    const ended = await endsBefore(call, 'Write this? Type y: ', shown)
    return ended ?? withSession(call, (session) => write(call, session, planned))
  },
}

type Plan = {
  readonly file: string
  readonly preset: { readonly name: string; readonly description: string }
  readonly workspace: string
  /** Null: as it is now. */
  readonly folder: string | null
}

async function plan({ operands, options }: Call, session: Session): Promise<Result<Plan, Failure>> {
  const given = options.get('folder')
  if (given?.trim() === '')
    return err(failure('usage', '--folder needs a folder.', 'Such as: --folder ~/work'))
  // As the person sees it from where they are; the configuration knows no such place.
  const folder = given === undefined ? null : /^~(?:[/\\]|$)/.test(given) ? given : resolve(given)
  const [report, state] = await Promise.all([
    session.call('policy.report', {}),
    session.call('app.state', {}),
  ])
  if (!report.ok) return report
  if (!state.ok) return state
  const { presets } = report.value
  const name = operands[0] ?? report.value.preset
  const preset = presets[name]
  return preset === undefined
    ? err(unknownPreset(name, Object.keys(presets)))
    : ok({
        file: state.value.config.file,
        preset: { name, description: preset.description },
        workspace: folder ?? state.value.workspace.path,
        folder,
      })
}

function unknownPreset(name: string, known: readonly string[]): Failure {
  const meant = nearest(name, known)
  const list = `There are: ${known.join(', ')}.`
  return failure(
    'usage',
    `There is no preset named "${name}".`,
    meant === null ? list : `Did you mean ${meant}? ${list}`,
  )
}

async function write(call: Call, session: Session, { preset, folder }: Plan): Promise<number> {
  const { context, json } = call
  const updated: Result<AppState, Failure> = await withEvidence(call, session, false, (evidence) =>
    session.call('config.update', {
      preset: preset.name,
      ...(folder === null ? {} : { workspace: folder }),
      ...evidence,
    }),
  )
  if (!updated.ok) return complain(context, updated.error, json)
  const { config, workspace } = updated.value
  if (json) printJson(context, { config: config.file, preset, workspace: workspace.path })
  else
    context.out(
      [
        `Written to ${visible(config.file)}.`,
        workspace.ready ? '' : visible(workspace.text),
        'Next: gatehouse doctor checks this machine, gatehouse serve starts the window,',
        'gatehouse connect AGENT puts Gatehouse in front of an agent you use.',
      ]
        .filter((line) => line !== '')
        .join('\n') + '\n',
    )
  return exit.done
}
