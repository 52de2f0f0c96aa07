/** As the build writes it: see main/host/launch/licences.mjs. */
export type Licence = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** The file beside this page; null where it cannot be read. */
export async function readLicences(): Promise<readonly Licence[] | null> {
  try {
    const answer = await fetch('./licences.json')
    const all: unknown = answer.ok ? await answer.json() : null
    return Array.isArray(all) && all.every(isLicence) ? all : null
  } catch {
    return null
  }
}

const isLicence = (one: unknown): one is Licence =>
  typeof one === 'object' &&
  one !== null &&
  ['name', 'version', 'licence', 'text'].every((key) => typeof Reflect.get(one, key) === 'string')

/** Those with every typed word in name or licence. */
export function licencesWith(all: readonly Licence[], typed: string): readonly Licence[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ name, licence }) =>
    wanted.every((word) => `${name} ${licence}`.toLowerCase().includes(word)),
  )
}
