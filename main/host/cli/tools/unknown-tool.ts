// What is said of a name that no tool has, and which one may be meant.
import type { ToolListing } from '../../../../contract/call/manifest.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { nearest } from '../../../../contract/nearest.ts'

export const unknownTool = (name: string, listings: readonly ToolListing[]): Failure => {
  const meant = nearest(
    name,
    listings.map((listing) => listing.name),
  )
  return failure(
    'tool.unknown',
    `There is no tool named "${name}".`,
    meant === null ? 'See: gatehouse tools list --all' : `Did you mean ${meant}?`,
  )
}
