// `gatehouse runner build`: builds the image that commands run in when `runner: container` is set.
// Takes the base from its registry, which nothing else does.
import { hasPlugin } from '../../../config/plugin-files.ts'
import { failure } from '../../../../contract/failure.ts'
import { readConfig } from '../../../config/file.ts'
import { parseConfig } from '../../../config/parse.ts'
import { policyFacts } from '../../../policy/policy-facts.ts'
import { refusedWorkspace, workspaceFacts } from '../../../workspace/workspace-problem.ts'
import { buildImage } from '../../../sandbox/container/image.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { withProgress } from '../output/progress.ts'
import { exit } from '../exit.ts'

export const buildRunner: Command = {
  name: 'runner build',
  operands: [],
  options: [],
  usage: '',
  summary: 'Build the image that commands run in with runner: container',
  async run(call) {
    const { context, paths, json } = call
    const read = await readConfig(paths.configFile)
    if (!read.ok) return complain(context, read.error, json)
    const facts = policyFacts(Date.now, refusedWorkspace(workspaceFacts(paths)), hasPlugin(paths))
    const parsed = parseConfig(read.value ?? '', paths.configFile, facts)
    if (!parsed.ok)
      return complain(
        context,
        failure('config.problem', 'The configuration file has mistakes.', 'gatehouse config check'),
        json,
      )
    const building = buildImage(parsed.value.container, (program, image) => {
      if (!json) context.note(`${program} is building ${image}.\n`)
    })
    const built = await withProgress(call, () => 'Building …', building)
    if (!built.ok) return complain(context, built.error, json)
    if (json) printJson(context, { image: built.value })
    else context.out(`The image ${built.value} is built. Set runner: container to use it.\n`)
    return exit.done
  },
}
