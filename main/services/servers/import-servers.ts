// Takes over servers from another client: reads its files, shows what would come of them, and on a
// person's word stores their secrets and writes them into the configuration, switched off. The
// other client's files are never changed.
import { failure, type Failure } from '../../../contract/failure.ts'
import { fileReason } from '../../../contract/file-reason.ts'
import type { Input } from '../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ServerImport } from '../../../contract/server/server-review.ts'
import type { ConfigStore } from '../../config/config.ts'
import { neverRelax } from '../../config/relaxation/may-relax.ts'
import { filesOf, type HostFacts } from '../../clients/import-export/client-files.ts'
import { propose, type Proposal } from '../../clients/import-export/propose.ts'
import { readClient } from '../../clients/import-export/read-client.ts'
import type { Credentials } from '../../secrets/credential-store.ts'

export type ImportDeps = {
  readonly config: Pick<ConfigStore, 'current' | 'update'>
  readonly credentials: Pick<Credentials, 'set' | 'state' | 'remove' | 'list'>
  readonly secrets: (text: string) => readonly string[]
  /** Null: there is no such file. */
  readonly read: (path: string) => string | null
  readonly hostFacts: HostFacts
  readonly added: (name: string) => Promise<Result<unknown, Failure>>
}

/**
 * Failures: `servers.import-nothing`, `servers.import-unreadable`, `secrets.locked`, and what the
 * configuration says.
 */
export async function importServers(
  { from, text, names, apply }: Input<'servers.import'>,
  deps: ImportDeps,
): Promise<Result<ServerImport, Failure>> {
  const { config, credentials, secrets } = deps
  const given =
    text === undefined
      ? textsOf(filesOf(from, deps.hostFacts), deps.read)
      : ok([{ file: '', text }])
  if (!given.ok) return given
  if (given.value.length === 0)
    return err(
      failure(
        'servers.import-nothing',
        `No configuration of ${from} was found on this machine.`,
        `Looked for: ${filesOf(from, deps.hostFacts).join(', ')}.`,
      ),
    )
  const found = given.value.map((one) => readClient(from, one.text))
  const broken = found.findIndex((one) => !one.ok)
  const fault = found[broken]
  if (fault !== undefined && !fault.ok)
    return err(
      failure(
        fault.error.code,
        `${given.value[broken]?.file || 'The text'}: ${fault.error.text}`,
        fault.error.hint,
      ),
    )
  const all = propose(
    found.flatMap((one) => (one.ok ? one.value : [])),
    { taken: Object.keys(config.current().servers), secrets },
  )
  const unknown = names?.find((name) => !all.some((one) => one.name === name || one.from === name))
  if (unknown !== undefined)
    return err(
      failure(
        'servers.import-nothing',
        `There is no server named ${unknown} there.`,
        `There are: ${all.map((one) => one.from).join(', ')}.`,
      ),
    )
  const chosen =
    names === undefined
      ? all
      : all.filter((one) => names.includes(one.name) || names.includes(one.from))
  const files = given.value.flatMap(({ file }) => (file === '' ? [] : [file]))
  const shown = chosen.map(({ values: _values, ...one }) => one)
  if (!apply) return ok({ files, servers: shown, added: [] })

  const wanted = chosen.filter(({ skipped }) => skipped === null)
  // All or nothing of the secrets first: a server without its own is of no use, and nothing may be
  // left in the clear.
  if (wanted.some(({ values }) => values.length > 0) && credentials.state().kind === 'locked')
    return err(
      failure(
        'secrets.locked',
        'It contains secrets, and the credential store is locked. Nothing was imported.',
        'Unlock it in the window, or run: gatehouse secrets unlock',
      ),
    )
  const added: string[] = []
  for (const one of wanted) {
    const done = await takeOver(one, deps)
    if (!done.ok)
      return err(
        failure(
          done.error.code,
          `${one.name}: ${done.error.text}${added.length === 0 ? '' : ` Imported before it: ${added.join(', ')}.`}`,
          done.error.hint,
        ),
      )
    added.push(one.name)
  }
  return ok({ files, servers: shown, added })
}

async function takeOver(
  { name, config: wanted, values }: Proposal,
  { config, credentials, added }: ImportDeps,
): Promise<Result<null, Failure>> {
  const stored: string[] = []
  const back = async <T>(error: T): Promise<T> => {
    for (const secret of stored) await credentials.remove(secret)
    return error
  }
  const taken = values.find((one) => credentials.list().some((there) => there.name === one.name))
  if (taken !== undefined)
    return err(
      failure(
        'secrets.exists',
        `A credential named ${taken.name} already.`,
        `Remove it first if it is not needed: gatehouse secrets remove ${taken.name}`,
      ),
    )
  for (const { name: secret, hosts, value } of values) {
    const set = await credentials.set({
      name: secret,
      hosts: [...hosts],
      header: 'authorization',
      template: '{}',
      value,
    })
    if (!set.ok) return back(set)
    stored.push(secret)
  }
  const updated = await config.update({ server: { name, config: wanted } }, neverRelax)
  if (!updated.ok) return back(updated)
  const noted = await added(name)
  return noted.ok ? ok(null) : noted
}

function textsOf(
  paths: readonly string[],
  read: ImportDeps['read'],
): Result<{ file: string; text: string }[], Failure> {
  const texts: { file: string; text: string }[] = []
  for (const file of paths) {
    try {
      const text = read(file)
      if (text !== null) texts.push({ file, text })
    } catch (error) {
      return err(
        failure(
          'servers.import-unreadable',
          `${file} cannot be read: ${fileReason(error)}.`,
          'Check who may read the file and its folder.',
        ),
      )
    }
  }
  return ok(texts)
}
