// What is wrong with a manifest although each of its values has the right form. Pure.
import { actionsIn } from '../../../contract/call/action-schema.ts'
import type { ManifestFile } from '../../../contract/plugin/manifest-file.ts'
import { nearest } from '../../../contract/nearest.ts'
import { quoted } from '../../../contract/plugin/visible-text.ts'
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import { DECLARED_ERRORS } from '../../../contract/plugin/plugin-error.ts'
import type { JsonSchema } from './args-schema.ts'
import type { Words } from './file-problems.ts'

export type CrossFault = Words & { readonly code: string; readonly path: readonly PropertyKey[] }

const fault = (path: readonly PropertyKey[], text: string, hint: string): CrossFault => ({
  code: DECLARED_ERRORS.value,
  path,
  text,
  hint,
})

/** @param stem the name of its file without `.toml`; null: not known. */
export const crossFaults = (
  file: ManifestFile,
  written: Readonly<Record<string, unknown>>,
  args: JsonSchema,
  stem: string | null,
): readonly CrossFault[] => [
  ...nameFaults(file, stem),
  ...redactionFaults(file, args),
  ...hostFaults(file),
  ...twiceFaults(written),
  ...mountFaults(file),
  ...effectFaults(file),
  ...pureFaults(file),
  ...actionFaults(file, args),
]

const nameFaults = (
  { tool_name: name }: ManifestFile,
  stem: string | null,
): readonly CrossFault[] =>
  stem === null || stem === name
    ? []
    : [
        {
          code: DECLARED_ERRORS.name,
          path: ['tool_name'],
          text: `The tool is named ${name}, but its file is ${stem}.toml.`,
          hint: `Rename the file to ${name}.toml, or set tool_name = "${stem}".`,
        },
      ]

const hostFaults = ({ hosts, requires_network: network }: ManifestFile): readonly CrossFault[] => [
  ...hosts.flatMap((host, at): readonly CrossFault[] => {
    const path = ['hosts', at]
    if (readHostPattern(host).below)
      return [
        fault(
          path,
          `hosts[${at}] is ${host}, but every call has to say which hosts it may reach.`,
          'Name each host by itself.',
        ),
      ]
    if (hosts.indexOf(host) < at)
      return [fault(path, `hosts names ${host} twice.`, 'Remove one of them.')]
    const reached = nameInUrl(host)
    return reached === readHostPattern(host).host
      ? []
      : [
          fault(
            path,
            `hosts[${at}] is ${host}, ${reached === null ? 'which is the name of no host' : `which means ${reached}`}.`,
            reached === null ? 'Write a host such as example.org.' : `Write ${reached}.`,
          ),
        ]
  }),
  ...(hosts.length > 0 && !network
    ? [
        fault(
          ['hosts'],
          'hosts are named, but requires_network is false, so none could be reached.',
          'Set requires_network = true, or remove hosts.',
        ),
      ]
    : []),
]

/** As a program that is given the pattern in a URL connects; null: it cannot be in one. */
function nameInUrl(pattern: string): string | null {
  const { scheme, host, port } = readHostPattern(pattern)
  try {
    return new URL(`${scheme ?? 'https:'}//${host}${port === null ? '' : `:${port}`}`).hostname
  } catch {
    return null
  }
}

/** The older word for a limit and its own in [limits]. */
const SAME = [
  ['max_runtime_ms', 'run_time_ms'],
  ['max_stdout_bytes', 'stdout_bytes'],
  ['max_stderr_bytes', 'stderr_bytes'],
] as const

function twiceFaults(written: Readonly<Record<string, unknown>>): readonly CrossFault[] {
  const { limits } = written
  return SAME.flatMap(([older, own]) =>
    older in written && typeof limits === 'object' && limits !== null && own in limits
      ? [
          fault(
            ['limits', own],
            `limits.${own} and ${older} are the same limit, and both are set.`,
            'Remove one of them.',
          ),
        ]
      : [],
  )
}

function mountFaults({ mounts = [] }: ManifestFile): readonly CrossFault[] {
  return mounts.flatMap(({ path }, at) =>
    mounts.findIndex((other) => plainPath(other.path) === plainPath(path)) < at
      ? [fault(['mounts', at, 'path'], `mounts names ${path} twice.`, 'Remove one of them.')]
      : path.split('/').includes('..')
        ? [
            fault(
              ['mounts', at, 'path'],
              `mounts[${at}].path leads up by "..": ${path}`,
              'Write the folder out.',
            ),
          ]
        : [],
  )
}

/** Two ways to write one folder are one folder. */
const plainPath = (path: string): string =>
  path
    .split('/')
    .filter((step, at) => at === 0 || (step !== '' && step !== '.'))
    .join('/')

/** What is hidden has to be there: a slip of the pen would show it in every log. */
function redactionFaults(
  { redaction }: ManifestFile,
  { properties, patternProperties }: JsonSchema,
): readonly CrossFault[] {
  const known = Object.keys(properties as Readonly<Record<string, unknown>>)
  if (patternProperties !== undefined) return []
  return redaction.args.flatMap((pointer, at): readonly CrossFault[] => {
    const first = pointer.split('/')[1] ?? ''
    const name = first.replaceAll('~1', '/').replaceAll('~0', '~')
    if (name === '*' || known.includes(name)) return []
    const meant = nearest(name, known)
    return [
      fault(
        ['redaction', 'args', at],
        `redaction.args[${at}] hides ${pointer}, but there is no argument ${quoted(name)}.`,
        meant === null ? 'Remove it, or name an argument.' : `Did you mean "/${meant}"?`,
      ),
    ]
  })
}

const effectFaults = ({
  mounts = [],
  side_effects: effects,
}: ManifestFile): readonly CrossFault[] =>
  effects === false && mounts.some(({ write }) => write)
    ? [
        fault(
          ['side_effects'],
          'side_effects is false, but a mount may be written.',
          'Remove side_effects, or the write of the mount.',
        ),
      ]
    : []

/** An answer that is given again must be one that it would give again. */
const pureFaults = ({
  pure,
  requires_network: network,
  side_effects: effects,
}: ManifestFile): readonly CrossFault[] => {
  if (!pure) return []
  if (network)
    return [
      fault(
        ['pure'],
        'pure is true, but requires_network too, and what comes from the network may be another next time.',
        'Remove pure, or requires_network.',
      ),
    ]
  return effects === false
    ? []
    : [
        fault(
          ['pure'],
          'pure is true, but it may have effects, which would not happen again.',
          'Set side_effects = false, or remove pure.',
        ),
      ]
}

/** As for every tool with actions: those declared are those that its argument takes. */
function actionFaults({ actions }: ManifestFile, args: JsonSchema): readonly CrossFault[] {
  const declared = actions.map(({ name }) => name)
  const twice = declared.findIndex((name, at) => declared.indexOf(name) < at)
  if (twice >= 0)
    return [
      fault(
        ['actions', twice, 'name'],
        `Two actions are named ${declared[twice]}.`,
        'Give each its own name.',
      ),
    ]
  if (actions.length === 0) return []
  const taken = actionsIn(args)
  if (declared.length === taken.length && declared.every((name) => taken.includes(name))) return []
  return [
    fault(
      ['actions', 0],
      `actions declares ${declared.join(', ')}, but the argument action takes ${taken.join(', ') || 'none of them'}.`,
      'Make the enum of [args.properties.action] the same list.',
    ),
  ]
}
