// Which hosts may be reached that could not be reached before, in sentences. Pure.
import type { AllowedHost } from '../../../contract/policy/allowed-host.ts'
import { canonicalJson } from '../../../contract/json.ts'

export function relaxesHosts(
  before: readonly AllowedHost[],
  after: readonly AllowedHost[],
): readonly string[] {
  const was = new Set(before.map((entry) => canonicalJson(entry)))
  return after
    .filter((entry) => !was.has(canonicalJson(entry)))
    .map(
      (entry) =>
        `The host ${typeof entry === 'string' ? entry : entry.host} may be reached without asking.`,
    )
}
