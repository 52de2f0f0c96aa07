// `gatehouse config diff`: what differs between two configurations by meaning, not by line, and which
// of the differences let more through. Reads files alone: works whatever else is broken.
import { isObject } from '../../../../contract/is-object.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { canonicalJson } from '../../../../contract/json.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { readConfig } from '../../../config/file.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { paint, visible } from '../output/show.ts'
import { broken, textOf } from './policy-text.ts'

export const configDiff: Command = {
  name: 'config diff',
  operands: ['[FILE]', '[OTHER]'],
  options: [],
  usage: '',
  summary:
    'Show what differs in meaning: the configuration in use from the defaults, FILE from the one in use, or OTHER from FILE; and what of it lets more through',
  async run(call) {
    const { context, json, operands, paths } = call
    const [file, other] = operands
    const [from, to] =
      file === undefined
        ? [null, paths.configFile]
        : other === undefined
          ? [paths.configFile, file]
          : [file, other]
    const before = await read(call, from)
    const after = await read(call, to)
    if (!before.ok) return complain(context, before.error, json)
    if (!after.ok) return complain(context, after.error, json)
    const changes = differences(before.value, after.value, '')
    const { relaxesIn } = await import('../../../config/relaxation/relaxes.ts')
    const looser = relaxesIn(before.value, after.value)
    if (json) printJson(context, { from, to, changes, looser })
    else context.out(diffText(from ?? 'the defaults', to, changes, looser, context.color))
    return exit.done
  },
}

/** Null: the defaults. The file in use need not be there; one that is named has to be. */
async function read({ paths }: Call, file: string | null): Promise<Result<Config, Failure>> {
  // Both know every tool there is; other commands of this topic are done before these are loaded.
  if (file === null)
    return ok((await import('../../../../contract/policy/config/config.ts')).Config.parse({}))
  const { parseConfig } = await import('../../../config/parse.ts')
  const text = file === paths.configFile ? await readConfig(file) : await textOf(file)
  if (!text.ok) return text
  const parsed = parseConfig(text.value ?? '', file)
  if (parsed.ok) return ok(parsed.value)
  return err(broken(file, parsed.error[0]))
}

export type Difference = {
  /** Keys from the top, joined with dots; entries of a list have no key of their own. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly was?: unknown
  readonly now?: unknown
}

/** Values are compared whole where one of them is no map; entries of lists by what they say. */
export function differences(was: unknown, now: unknown, path: string): readonly Difference[] {
  if (canonicalJson(was ?? null) === canonicalJson(now ?? null)) return []
  if (isObject(was) && isObject(now))
    return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) =>
      differences(was[key], now[key], path === '' ? key : `${path}.${key}`),
    )
  if (Array.isArray(was) && Array.isArray(now)) {
    const [old, fresh] = [was, now].map(
      (list) => new Set(list.map((entry: unknown) => canonicalJson(entry ?? null))),
    )
    const removed = was.filter((entry) => fresh?.has(canonicalJson(entry ?? null)) !== true)
    const added = now.filter((entry) => old?.has(canonicalJson(entry ?? null)) !== true)
    if (removed.length + added.length > 0)
      return [
        ...removed.map((entry): Difference => ({ path, kind: 'removed', was: entry })),
        ...added.map((entry): Difference => ({ path, kind: 'added', now: entry })),
      ]
  }
  if (was === undefined) return [{ path, kind: 'added', now }]
  if (now === undefined) return [{ path, kind: 'removed', was }]
  return [{ path, kind: 'changed', was, now }]
}

function diffText(
  from: string,
  to: string,
  changes: readonly Difference[],
  looser: readonly string[],
  color: boolean,
): string {
  const { bold, green, red, yellow } = paint(color)
  if (changes.length === 0) return `${visible(to)} says the same as ${visible(from)}.\n`
  const shown = (value: unknown): string => visible(JSON.stringify(value) ?? 'null')
  return [
    `${bold(visible(to))} compared with ${visible(from)}\n`,
    ...changes.map(({ path, kind, was, now }) => {
      if (kind === 'added') return green(`  + ${visible(path)}: ${shown(now)}`) + '\n'
      if (kind === 'removed') return red(`  - ${visible(path)}: ${shown(was)}`) + '\n'
      return `  ${visible(path)}: ${shown(was)} → ${shown(now)}\n`
    }),
    ...(looser.length === 0
      ? ['Nothing of this lets more through.\n']
      : [
          yellow('This lets more through:') + '\n',
          ...looser.map((text) => `  ${visible(text)}\n`),
        ]),
  ].join('')
}
