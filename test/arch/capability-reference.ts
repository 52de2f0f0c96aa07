// The capability reference as text, from nothing but manifests and schemas.
import { z } from 'zod'
import type { Manifest, Requirement } from '../../contract/call/manifest.ts'
import type { AnyTool } from '../../contract/call/tool.ts'

export const referenceText = (tools: readonly AnyTool[]): string =>
  [
    '# Capability reference',
    '',
    'Every built-in tool with what it may do, as its manifest says it: with nothing set up under `services` in the',
    'configuration. What a call really touches is computed from its arguments, and can raise its tier: see `docs/policy.md`.',
    'Sub-agents: “read only” means that they get the read actions alone, “denied” that they do not see the tool.',
    '',
    '| tool | capability | tier | outbound | sub-agents | reads | changes |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...tools.map(({ manifest }) => row(manifest)),
    '',
    ...tools.flatMap(section),
    'This file is written by `vitest run test/arch -u`.',
    '',
  ].join('\n')

function row({ name, id, riskTier, networkOutbound, subagentAccess, ...rest }: Manifest): string {
  const { actions, sideEffects } = rest
  const whole = actions.length === 0
  const list = (readOnly: boolean): string =>
    whole
      ? sideEffects === readOnly
        ? ''
        : 'yes'
      : actions
          .filter((one) => one.readOnly === readOnly)
          .map((one) => one.name)
          .join(', ')
  return `| ${[
    `[\`${name}\`](#${name})`,
    id,
    riskTier,
    networkOutbound ? 'yes' : 'no',
    access[subagentAccess],
    list(true),
    list(false),
  ].join(' | ')} |`
}

const access = { full: 'full', readOnly: 'read only', denied: 'denied' }

function section({ manifest, input, inputSchema, requiredPowers }: AnyTool): readonly string[] {
  const { name, title, description, dataAccess, requires, rateLimits, limits, redaction } = manifest
  const schema = inputSchema ?? z.toJSONSchema(input, { io: 'input' })
  const limit = [
    ...(rateLimits.perMinute > 0 ? [`${rateLimits.perMinute} calls a minute`] : []),
    ...(rateLimits.perSession > 0 ? [`${rateLimits.perSession} calls a session`] : []),
    `${limits.runTimeMs / 1_000} seconds`,
    `${limits.resultChars.toLocaleString('en')} characters for the model, the rest by pages`,
  ]
  const hidden = [...redaction.args, ...redaction.result, ...(redaction.journal ?? [])]
  const tiers = manifest.actions.flatMap((one) =>
    one.riskTier === undefined ? [] : [`${one.name} ${one.riskTier}`],
  )
  return [
    `## ${name}`,
    '',
    `${title}. ${description}`,
    '',
    `- Touches: ${requiredPowers.join(', ') || 'nothing'}; data: ${dataAccess.join(', ') || 'none'}`,
    `- Requires: ${requires.map(requirement).join(', ') || 'nothing'}`,
    `- By default: ${manifest.defaultPolicy.effect}, ${manifest.defaultPolicy.scope}`,
    `- Limits: ${limit.join(', ')}`,
    ...(tiers.length === 0 ? [] : [`- Tiers of actions: ${tiers.join(', ')}`]),
    ...(hidden.length === 0 ? [] : [`- Hidden in the journal: ${hidden.join(', ')}`]),
    '',
    ...argumentTable(schema as Schema),
    '',
  ]
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly items?: Schema
  readonly [key: string]: unknown
}

function argumentTable(schema: Schema): readonly string[] {
  const branches = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  const lines = new Map<string, string>()
  for (const { properties = {}, required = [] } of branches)
    for (const [name, field] of Object.entries(properties)) {
      if (lines.has(name)) continue
      const usual = 'default' in field ? `, usually \`${JSON.stringify(field.default)}\`` : ''
      const must = required.includes(name) && !('default' in field) ? ', required' : ''
      lines.set(
        name,
        `| \`${name}\` | ${typeOf(field)}${must}${usual} | ${cell(field.description ?? '')} |`,
      )
    }
  return ['| argument | form | meaning |', '| --- | --- | --- |', ...lines.values()]
}

function typeOf(field: Schema): string {
  if (field.enum !== undefined) return field.enum.map((word) => `\`${String(word)}\``).join(', ')
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``
  const union = field.anyOf ?? field.oneOf
  if (union !== undefined) return [...new Set(union.map(typeOf))].join(' or ')
  const range = [
    ...bound('at least', field['minimum'] ?? field['minLength'] ?? field['minItems']),
    ...bound('at most', field['maximum'] ?? field['maxLength'] ?? field['maxItems']),
  ]
  const type = field.type === 'array' ? `list of ${typeOf(field.items ?? {})}` : field.type
  return [type ?? 'any JSON', ...range].join(', ')
}

const bound = (word: string, value: unknown): readonly string[] =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
    ? [`${word} ${value.toLocaleString('en')}`]
    : []

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function requirement(need: Requirement): string {
  switch (need.kind) {
    case 'workspace':
      return 'a workspace'
    case 'sandbox':
      return 'an enforced sandbox'
    case 'program':
      return `the program ${need.name}`
    case 'credential':
      return `the credential ${need.name}`
    case 'setting':
      return `the setting ${need.key}`
    case 'allowlist':
      return `${need.host} on the allowlist`
    case 'service':
      return `${need.title}, set up under \`${need.setting}\``
    case 'permission':
      return `the permission ${need.permission}`
  }
}
