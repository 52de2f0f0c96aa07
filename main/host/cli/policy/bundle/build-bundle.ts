// From what a person wrote to a bundle, or to every mistake in it with line and column.
import { basename, dirname, resolve } from 'node:path'
import { readFileSync } from 'node:fs'
import { Bundle } from '../../../../../contract/bundle/bundle.ts'
import type { ServerPins } from '../../../../../contract/bundle/bundle.ts'
import { BundleSource } from '../../../../../contract/bundle/source.ts'
import { Config } from '../../../../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../../../../contract/policy/config/config-problem.ts'
import { fileReason } from '../../../../../contract/file-reason.ts'
import { err, ok, type Result } from '../../../../../contract/result.ts'
import { grantIn } from '../../../../config/agents/parse-agent.ts'
import { crossCheck } from '../../../../config/checks/cross-check.ts'
import type { PolicyFacts } from '../../../../config/facts.ts'
import { keyOffset, valueOffset } from '../../../../config/locate.ts'
import { readYaml } from '../../../../config/parse.ts'
import { shapeOf } from '../../../../config/problems.ts'

/** Of one server: every definition that is open here, and every file that it is started from. */
export type ReviewedServer = {
  readonly [Kind in 'tools' | 'prompts' | 'resources']: ServerPins['tools']
} & { readonly programs: string[] }

export type BuildDeps = {
  readonly facts: PolicyFacts
  /** What of a server is reviewed here, with its fingerprints; null: there is no such server. */
  readonly reviewed: (server: string) => Promise<ReviewedServer | null>
  readonly now: () => number
}

/** @param file where the text is from: agent files are named from its folder. */
export async function buildBundle(
  text: string,
  file: string,
  { facts, reviewed, now }: BuildDeps,
): Promise<Result<Bundle, readonly ConfigProblem[]>> {
  const read = readYaml(text, file, BundleSource, shapeOf(BundleSource))
  if (!read.ok)
    return err(
      read.error.map((problem) => ({
        ...problem,
        text: problem.text.replace('Gatehouse knows no setting', 'A bundle knows no setting'),
      })),
    )
  const { value: source, document, at } = read.value
  const problems: ConfigProblem[] = []
  const { preset, presets, rules, stop, tools } = source
  const config = Config.parse({
    presets,
    rules,
    stop,
    tools,
    ...(preset === null ? {} : { preset }),
  })
  for (const { path, key, ...words } of crossCheck(config, facts)) {
    // Who the second person is, each machine's own configuration says.
    const [list, index, field] = path
    if (list === 'rules' && field === 'approvers' && rules[Number(index)]?.effect === 'confirm')
      continue
    problems.push(
      at(key === undefined ? valueOffset(document, path) : keyOffset(document, path, key), words),
    )
  }
  if (Date.parse(source.expires) <= now())
    problems.push(
      at(valueOffset(document, ['expires']), {
        text: 'The bundle would have expired already.',
        hint: 'Write a later date.',
      }),
    )
  const agents: Record<string, string> = {}
  for (const [index, path] of source.agents.entries()) {
    const found = agentIn(resolve(dirname(file), path))
    const position = valueOffset(document, ['agents', index])
    if (typeof found === 'string')
      problems.push(
        at(position, { text: `${path}: ${found}`, hint: 'Correct the file or its name.' }),
      )
    else agents[found.name] = found.text
  }
  const servers: Bundle['servers'] = {}
  for (const [name, wanted] of Object.entries(source.servers)) {
    const pins = typeof wanted === 'string' ? await pinsFor(name, wanted, reviewed) : wanted
    if (pins === null)
      problems.push(
        at(keyOffset(document, ['servers'], name), {
          text: `There is no server ${name} on this machine whose tools were reviewed.`,
          hint: `Add and review it here, or write the fingerprints out: gatehouse servers list`,
        }),
      )
    else servers[name] = pins
  }
  if (problems.length > 0) return err(problems.toSorted((a, b) => a.line - b.line))
  return ok(
    Bundle.parse({ ...source, format: 1, issued: new Date(now()).toISOString(), servers, agents }),
  )
}

async function pinsFor(
  server: string,
  wanted: 'reviewed' | 'reviewed-with-program',
  reviewed: BuildDeps['reviewed'],
): Promise<ServerPins | null> {
  const all = await reviewed(server)
  if (all === null) return null
  const { programs, ...definitions } = all
  if (wanted === 'reviewed') return definitions
  // Reached by an address: it has none.
  return programs.length === 0 ? null : all
}

/** Or why it is no agent file. */
function agentIn(file: string): { readonly name: string; readonly text: string } | string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return `it cannot be read: ${fileReason(error)}.`
  }
  const name = basename(file).replace(/\.yaml$/, '')
  if (!/^[a-z0-9][a-z0-9_-]*$/.test(name)) return 'an agent file is called NAME.yaml.'
  return grantIn(text) === null
    ? `this is no agent file. Check it with: gatehouse agents check ${file}`
    : { name, text }
}
