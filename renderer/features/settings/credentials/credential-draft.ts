// What was typed for a credential, checked before it is sent. Pure. Main checks again, and has the
// last word.
import type { Credential } from '../../../../contract/credential.ts'
import { strings } from '../strings.ts'

const wrong = strings.credentials.wrong

export type Draft = {
  readonly name: string
  readonly hosts: string
  readonly header: string
  readonly template: string
  readonly value: string
}

export const draftOf = (was: Credential | null): Draft => ({
  name: was?.name ?? '',
  hosts: was?.hosts.join('\n') ?? '',
  header: was?.header ?? 'authorization',
  template: was?.template ?? 'Bearer {}',
  value: '',
})

/** One host a line, or with commas or spaces between. */
export const hostsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== '')

const hostForm = /^(\[[0-9a-f:.]+\](:\d{1,5})?|(\*\.)?[a-z0-9]([a-z0-9.:[\]-]*[a-z0-9\]])?)$/

/**
 * What is wrong, by field; empty when it can be sent. A field that is empty is not wrong yet, but
 * missing.
 */
export function faultsOf(draft: Draft): Partial<Record<keyof Draft, string>> {
  const { name, hosts, header, template, value } = draft
  const bad = hostsOf(hosts).find((host) => !hostForm.test(host))
  return {
    ...(name === '' || /^[a-z][a-z0-9-]{0,63}$/.test(name) ? {} : { name: wrong.name }),
    ...(bad === undefined ? {} : { hosts: wrong.host(bad) }),
    ...(/^[a-z0-9][a-z0-9-]{0,63}$/.test(header.toLowerCase()) ? {} : { header: wrong.header }),
    ...(template === 'Basic' || template.split('{}').length === 2
      ? {}
      : { template: wrong.template }),
    ...(value === '' || value.length >= 8 ? {} : { value: wrong.value }),
  }
}

export const isComplete = (draft: Draft): boolean =>
  draft.name !== '' &&
  hostsOf(draft.hosts).length > 0 &&
  draft.value !== '' &&
  Object.keys(faultsOf(draft)).length === 0
