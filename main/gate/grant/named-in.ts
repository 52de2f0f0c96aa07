// Pure. What a call names of the things that a scope limits by name: labels, calendars, categories,
// repositories, recipients.
import type { ScopeName } from '../../../contract/agent/scope.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { matchName } from '../path-glob.ts'

type NamedScope = Extract<
  ScopeName,
  'labels' | 'calendars' | 'categories' | 'repositories' | 'recipients'
>

/** Arguments of tools that hold such names. */
const fields: Readonly<Record<Exclude<NamedScope, 'repositories'>, readonly string[]>> = {
  labels: [
    ...['label', 'labels', 'label_ids', 'remove_label_ids'],
    ...['mailbox', 'target_mailbox', 'folder'],
  ],
  calendars: ['calendar', 'calendar_id', 'calendar_name'],
  categories: ['category', 'categories'],
  recipients: ['to', 'cc', 'bcc'],
}

export const isNamedArgument = (name: ScopeName): name is NamedScope =>
  name in fields || name === 'repositories'

type Named = { isIn(allowed: readonly string[]): boolean }

/** All that it names; empty: nothing, so that nobody can tell. */
export function namedIn(
  name: NamedScope,
  args: JsonObject,
  touches: readonly CanonicalTouch[],
): readonly Named[] {
  const values =
    name === 'repositories'
      ? repositories(args)
      : [
          ...fields[name].flatMap((field) => texts(args[field])),
          ...(name === 'recipients' ? sentTo(touches) : []),
        ]
  return values.map((value) => ({
    isIn: (allowed) =>
      allowed.some((pattern) => matchName(pattern.toLowerCase(), value.toLowerCase())),
  }))
}

const texts = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(texts) : []

const sentTo = (touches: readonly CanonicalTouch[]): readonly string[] =>
  touches.flatMap((touch) => (touch.kind === 'net.fetch' ? (touch.recipients ?? []) : []))

function repositories({ owner, repo, repository }: JsonObject): readonly string[] {
  const named = [...texts(repository), ...texts(repo)]
  return typeof owner === 'string' && typeof repo === 'string' ? [`${owner}/${repo}`] : named
}
