// The failures of the credential store.
import { MODEL_KEY, type Credential } from '../../contract/credential.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { withGuess } from '../../contract/nearest.ts'

export const reserved = failure(
  'secrets.reserved',
  `${MODEL_KEY} is the key of the model server; no tool can use it.`,
  'Name another credential.',
)

export const locked = failure(
  'secrets.locked',
  'The credential store is locked.',
  'Unlock it in the window, or run: gatehouse secrets unlock (it stays open until Gatehouse ends)',
)

export const behind = failure(
  'secrets.not-changed',
  'The passphrase of Gatehouse is changed, but the credential store still opens with the one it had.',
  'Open it with that one (gatehouse secrets unlock), then change the passphrase once more.',
)

export const tampered = (path: string): Failure =>
  failure(
    'secrets.changed',
    `${path} was changed by something other than Gatehouse, so none of it is used. Nothing was overwritten.`,
    'Restore a backup, or move the file away and store the credentials again.',
  )

export const unreadable = (path: string, why: string): Failure =>
  failure(
    'secrets.unreadable',
    `The credential store, ${path}, cannot be used: ${why}. Nothing was overwritten.`,
    'Restore a backup, or move the file away and store the credentials again.',
  )

export function unknown(name: string, all: readonly Credential[]): Failure {
  const names = all.flatMap((credential) =>
    credential.name === MODEL_KEY ? [] : [credential.name],
  )
  return failure(
    'secrets.unknown',
    `There is no credential named ${name}.`,
    names.length === 0
      ? 'The person stores one with: gatehouse secrets set NAME --host HOST.'
      : withGuess(name, names, `There are: ${names.join(', ')}.`),
  )
}

/** Eight characters is what the redactor can find again without hiding half of every text. */
export function unfit(template: string, value: string): Failure | null {
  if (!/^[\x20-\x7e]*$/.test(value))
    return failure(
      'secrets.value',
      'A value is one line of plain ASCII characters.',
      'Check what was pasted.',
    )
  if (value.trim() !== value)
    return failure('secrets.value', 'The value begins or ends with a space.', 'Give it without.')
  const secret = template === 'Basic' ? value.slice(value.indexOf(':') + 1) : value
  if (template === 'Basic' && !value.includes(':'))
    return failure(
      'secrets.value',
      'For Basic the value is user:password.',
      'Give both, with a colon between them.',
    )
  if (secret.length < 8)
    return failure(
      'secrets.value',
      'A value needs 8 characters at least: a shorter one could not be kept out of texts.',
      'Use a longer one.',
    )
  return null
}
