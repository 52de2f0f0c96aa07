// What a person is shown of a plugin before they accept it: the manifest and the hash of the program,
// beside what was reviewed before. Pure.
import { failure, withHint } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { PluginReview } from '../../contract/plugin/listing.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { reachSentences } from './plugin-reach.ts'
import type { PluginGrants } from './plugin-reach.ts'
import { reviewText } from './plugin-status.ts'
import type { PluginStatus } from './plugin-status.ts'
import type { FoundPlugin } from './read-folder.ts'

/** Fails with the reason why there is nothing to review. */
export function pluginReview(
  found: FoundPlugin,
  status: PluginStatus,
  pin: { readonly text: string; readonly open: boolean } | null,
  granted: PluginGrants,
): Result<PluginReview, Failure> {
  const { name, manifest, digest } = found
  if (manifest === null || digest === null || status.state === 'broken')
    return err(
      status.reason ??
        failure(DECLARED_ERRORS.unreadable, `The plugin ${name} cannot be reviewed.`),
    )
  const now = reviewText(found)
  const same = pin?.open === true && pin.text === now
  return ok({
    name,
    digest,
    item: {
      what: 'server',
      name,
      state: same ? 'open' : pin === null ? 'new' : 'changed',
      before: pin?.text ?? null,
      now,
      warnings: warningsOf(found, status),
      highlights: [],
      labels: null,
    },
    reach: reachSentences(manifest, granted),
  })
}

/** States that no acceptance changes. */
const SHUT: ReadonlySet<PluginStatus['state']> = new Set([
  'filtered',
  'shadowed',
  'taken',
  'registry',
])

const warningsOf = (
  { manifest, origin }: FoundPlugin,
  { state, reason }: PluginStatus,
): string[] => [
  ...(SHUT.has(state) && reason !== null ? [withHint(reason)] : []),
  ...(origin === 'external' && manifest?.defaultPolicy.effect === 'allow'
    ? ['It asks to run without approval. External plugins need approval all the same.']
    : []),
]
