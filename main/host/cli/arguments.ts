// Reads the words of a command line. Knows the options, not what they do.
import { parseArgs } from 'node:util'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { nearest } from '../../../contract/nearest.ts'

export const options = {
  json: { type: 'boolean' },
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  all: { type: 'boolean' },
  args: { type: 'string' },
  call: { type: 'string' },
  approve: { type: 'boolean' },
  port: { type: 'string' },
  client: { type: 'string' },
  'client-id': { type: 'string' },
  'mcp-port': { type: 'string' },
  'webhook-port': { type: 'string' },
  'no-open': { type: 'boolean' },
  number: { type: 'string', short: 'n' },
  principal: { type: 'string' },
  agent: { type: 'string' },
  channel: { type: 'string' },
  at: { type: 'string' },
  calls: { type: 'string' },
  denials: { type: 'string' },
  'known-host': { type: 'boolean' },
  batch: { type: 'boolean' },
  rules: { type: 'string' },
  limit: { type: 'string' },
  days: { type: 'string' },
  // A switch for an approval; where sessions are named, --session=ID and --session ID both read.
  session: { type: 'boolean' },
  always: { type: 'boolean' },
  scope: { type: 'string' },
  cut: { type: 'string' },
  'scope-index': { type: 'string' },
  for: { type: 'string' },
  'max-uses': { type: 'string' },
  expires: { type: 'string' },
  word: { type: 'string' },
  totp: { type: 'string' },
  tool: { type: 'string' },
  tools: { type: 'string' },
  action: { type: 'string' },
  paths: { type: 'string' },
  hosts: { type: 'string' },
  methods: { type: 'string' },
  commands: { type: 'string' },
  command: { type: 'string' },
  mount: { type: 'string' },
  code: { type: 'string' },
  remove: { type: 'boolean' },
  revoke: { type: 'boolean' },
  host: { type: 'string' },
  header: { type: 'string' },
  template: { type: 'string' },
  preview: { type: 'boolean' },
  force: { type: 'string' },
  project: { type: 'boolean' },
  managed: { type: 'boolean' },
  user: { type: 'boolean' },
  hooks: { type: 'boolean' },
  http: { type: 'boolean' },
  accept: { type: 'string' },
  url: { type: 'string' },
  trust: { type: 'string' },
  env: { type: 'string' },
  folder: { type: 'string' },
  yes: { type: 'boolean' },
  link: { type: 'string' },
  scripts: { type: 'boolean' },
  sockets: { type: 'boolean' },
  entry: { type: 'string' },
  from: { type: 'string' },
  format: { type: 'string' },
  print: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  readable: { type: 'boolean' },
  id: { type: 'string' },
  category: { type: 'string' },
  does: { type: 'string' },
  'read-actions': { type: 'string' },
  reads: { type: 'string' },
  sends: { type: 'string' },
  cron: { type: 'string' },
  zone: { type: 'string' },
  every: { type: 'string' },
  in: { type: 'string' },
  event: { type: 'string' },
  echo: { type: 'boolean' },
  'catch-up': { type: 'string' },
  cooldown: { type: 'string' },
  concurrent: { type: 'string' },
  'max-runs': { type: 'string' },
  until: { type: 'string' },
  type: { type: 'string' },
  redact: { type: 'string' },
  row: { type: 'string' },
  verify: { type: 'string' },
  key: { type: 'string' },
  rotate: { type: 'boolean' },
  out: { type: 'string' },
} as const

export type OptionName = keyof typeof options

export type Given = {
  readonly words: readonly string[]
  /** Every option that was given; a switch has the value ''. */
  readonly options: ReadonlyMap<OptionName, string>
}

/** Options may be anywhere; what follows `--` are words. Fails with `usage`. */
export function readArguments(argv: readonly string[]): Result<Given, Failure> {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const words: string[] = []
  const given = new Map<OptionName, string>()
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!isOption(name)) return err(unknownOption(rawName))
    if (options[name].type === 'boolean') {
      if (value !== undefined && name !== 'session')
        return err(failure('usage', `${rawName} takes no value.`, `Write ${rawName} alone.`))
      given.set(name, value ?? '')
      continue
    }
    if (value === undefined || isOptionLike(value, token.inlineValue === true))
      return err(failure('usage', `${rawName} needs a value.`, `Write ${rawName} VALUE.`))
    if (given.has(name))
      return err(failure('usage', `${rawName} is given twice.`, 'Keep one of them.'))
    given.set(name, value)
  }
  return ok({ words, options: given })
}

/** `--args --json` is a forgotten value, not a value. */
const isOptionLike = (value: string, inline: boolean): boolean =>
  !inline && value.startsWith('--') && value.length > 2

const isOption = (name: string): name is OptionName => Object.hasOwn(options, name)

function unknownOption(rawName: string): Failure {
  const meant = nearest(rawName.replace(/^-+/, ''), Object.keys(options))
  return failure(
    'usage',
    `There is no option ${rawName}.`,
    meant === null ? 'See: gatehouse help' : `Did you mean --${meant}?`,
  )
}
