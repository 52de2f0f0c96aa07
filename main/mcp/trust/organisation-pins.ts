// Pure. What of a server an organisation lets be used: tools, prompts and resources, each in one
// definition, as a review shows it, and the files that it may be started from. It opens nothing: what
// the person has not reviewed stays closed as well.
import type { ServerPins } from '../../../contract/bundle/bundle.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { hashedFile } from '../../../contract/server/launch.ts'
import type { Item } from './items.ts'

export type OrganisationPins = {
  readonly organisation: string
  readonly servers: Readonly<Record<string, ServerPins>>
}

export type NotPinned = { readonly what: string; readonly how: string }

type Named = Pick<Item, 'name' | 'text'> & { readonly what: Exclude<Item['what'], 'server'> }

/** Null: nothing is said against it. */
export function notPinned(
  pins: OrganisationPins | null,
  server: string,
  { what, name, text }: Named,
  sha256: (text: string) => string,
): NotPinned | null {
  const own = pinsOf(pins, server)
  const known = own?.[`${what}s`]
  // Left out: any that the person reviewed.
  if (pins === null || known === undefined) return null
  const pin = Object.hasOwn(known, name) ? known[name] : undefined
  return pin === sha256(text)
    ? null
    : managed(
        pins,
        pin === undefined
          ? `this ${what} is not one of those of ${server} that may be used.`
          : `this ${what} is not in the definition that may be used.`,
      )
}

/**
 * Of what it is started from, as `Offer.launch` has it. Every file of it counts, and one at least has
 * to be there: what is reached by its address has no program that could be checked.
 */
export function programNotPinned(
  pins: OrganisationPins | null,
  server: string,
  launch: readonly string[],
): NotPinned | null {
  const programs = pinsOf(pins, server)?.programs
  if (pins === null || programs === undefined) return null
  const files = launch.flatMap((part) => hashedFile(part) ?? [])
  const other = files.find(({ hash }) => !programs.includes(hash))
  if (other !== undefined)
    return managed(pins, `${other.file} is not a program that ${server} may be started from.`)
  return files.length > 0
    ? null
    : managed(pins, `${server} is not started from a program that may be used.`)
}

/** Why it is not even started; null: it may be. */
export function programHeld(
  pins: OrganisationPins | null,
  server: string,
  launch: readonly string[],
): Failure | null {
  const found = programNotPinned(pins, server, launch)
  return found === null ? null : failure('server.program-managed', found.what, found.how)
}

const pinsOf = (pins: OrganisationPins | null, server: string): ServerPins | undefined =>
  pins !== null && Object.hasOwn(pins.servers, server) ? pins.servers[server] : undefined

const managed = ({ organisation }: OrganisationPins, text: string): NotPinned => ({
  what: `Managed by ${organisation}: ${text}`,
  how: `Ask the person who keeps the policy bundle of ${organisation}.`,
})
