// Takes over the configuration of the plugins that came before: shows first what the file would be,
// and writes it as every other change of the policy is written.
import { homedir } from 'node:os'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Input, Output } from '../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CheckedConfigStore } from '../../config/config.ts'
import { withImported } from '../../config/import-settings.ts'
import { readSeedConfig } from '../../plugins/seed-config.ts'
import type { PolicyFile } from './policy-file.ts'

export type ImportConfigDeps = {
  readonly config: Pick<CheckedConfigStore, 'text'>
  readonly file: Pick<PolicyFile, 'compare' | 'write'>
  readonly sha256: (text: string) => string
}

/** Failures: `config.import` with the place of the first mistake, and those of writing the policy. */
export async function importConfig(
  { text, folder, apply, ...evidence }: Input<'policy.import'>,
  { config, file, sha256 }: ImportConfigDeps,
): Promise<Result<Output<'policy.import'>, Failure>> {
  const seed = readSeedConfig(text, folder, homedir())
  if (!seed.ok) {
    const [first] = seed.error
    return err(
      failure(
        'config.import',
        first === undefined
          ? 'The file cannot be read.'
          : `Line ${first.line}, column ${first.column}: ${first.text}`,
        first?.hint,
      ),
    )
  }
  const { notes, ...settings } = seed.value
  const before = await config.text()
  if (!before.ok) return before
  const after = withImported(before.value, settings)
  const compared = file.compare(after)
  if (!compared.ok) {
    const said = `In the configuration that would come of it: ${compared.error.text}`
    return err({ ...compared.error, text: said })
  }
  const answer = { notes: [...notes], relaxes: compared.value.relaxes, text: after }
  if (!apply) return ok({ ...answer, written: false })
  const written = await file.write({
    text: after,
    expectedHash: sha256(before.value ?? ''),
    ...evidence,
  })
  return written.ok ? ok({ ...answer, written: true }) : written
}
