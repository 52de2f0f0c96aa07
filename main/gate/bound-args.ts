// Pure. Arguments of another agent's own tool, which it runs itself. A lease for such a call is
// also one for its arguments: what they mean is for the agent to say, and a sandbox of ours is not
// behind them.
import { isObject } from '../../contract/is-object.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Manifest } from '../../contract/call/manifest.ts'

/**
 * By what the tool can: arguments that a lasting approval need not name, because the touches of the
 * call show what they say, or because they change only how long, how much or in what form. Whatever
 * is not here is bound to what it was.
 */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  'system.run': [
    'command',
    'description',
    'timeout',
    'timeout_ms',
    'run_in_background',
    'is_background',
    'dir_path',
    'directory',
    'workdir',
  ],
  'fs.read': [
    'file_path',
    'absolute_path',
    'notebook_path',
    'path',
    'offset',
    'limit',
    'pages',
    'start_line',
    'end_line',
    'description',
  ],
  'fs.list': [
    ...[
      'path',
      'dir_path',
      'pattern',
      'glob',
      'include',
      'type',
      'output_mode',
      '-A',
      '-B',
      '-C',
      '-i',
      '-n',
      'context',
      'head_limit',
      'offset',
    ],
    ...[
      'multiline',
      'ignore',
      'case_sensitive',
      'respect_git_ignore',
      'file_filtering_options',
      'max_matches_per_file',
      'description',
    ],
  ],
  'fs.write': [
    ...[
      'file_path',
      'notebook_path',
      'content',
      'old_string',
      'new_string',
      'replace_all',
      'edits',
      'command',
      'description',
      'instruction',
    ],
    ...[
      'new_source',
      'cell_id',
      'cell_type',
      'edit_mode',
      'expected_replacements',
      'allow_multiple',
    ],
  ],
  'web.fetch': ['url', 'prompt', 'description'],
}

/**
 * Arguments that take an agent's own guard away, or choose what runs the command. No lasting answer
 * covers one.
 */
const LIFTS = [
  'dangerouslyDisableSandbox',
  'sandbox_permissions',
  'with_escalated_permissions',
  'additional_permissions',
  'shell',
  'login',
  'tty',
]

/** Its arguments as their agent gave them; null for a tool that is ours or a server's. */
function inputOf(
  { builtIn, id }: Pick<Manifest, 'builtIn' | 'id'>,
  args: JsonObject,
): JsonObject | null {
  if (builtIn) return null
  const { input } = args
  const own = id in HARMLESS || OTHERS.includes(id)
  return own && isObject(input) ? input : null
}

/** Ids of agents' tools of which nobody knows what their arguments mean. */
const OTHERS = ['web.search', 'mcp.direct', 'agent.unknown', 'agent.own']

const isOff = (value: unknown): boolean => value === null || value === false || value === ''

/**
 * The same as if it were not there. Only for words of an agent that are known to take its guard
 * away: what `dry_run: false` means to a server or to a tool nobody knows is not for us to say.
 */
const isUnsaid = (id: string, key: string, value: unknown): boolean =>
  value === undefined || (id in HARMLESS && LIFTS.includes(key) && isOff(value))

/** JSON Pointers of the arguments that a lasting approval for this call has to name. */
export function boundArgs(
  manifest: Pick<Manifest, 'builtIn' | 'id'>,
  args: JsonObject,
): readonly string[] {
  const input = inputOf(manifest, args)
  if (input === null) return []
  const harmless = HARMLESS[manifest.id] ?? []
  return Object.entries(input).flatMap(([key, value]) =>
    isUnsaid(manifest.id, key, value) || harmless.includes(key)
      ? []
      : [`/input/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`],
  )
}

/**
 * It asks to run outside of the walls its agent has, or by something else than usual: it is asked
 * about each time.
 */
export const relaxesIsolation = (
  manifest: Pick<Manifest, 'builtIn' | 'id'>,
  args: JsonObject,
): boolean =>
  Object.entries(inputOf(manifest, args) ?? {}).some(
    ([key, value]) => LIFTS.includes(key) && value !== undefined && !isOff(value),
  )
