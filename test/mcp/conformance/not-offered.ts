// Scenarios of the official suite (0.2.0-alpha.12) that do not pass against the shipped program, each
// with the reason. The suite scores none of them. Nothing else may fail.
export type NotOffered = { readonly scenario: string; readonly why: string }

const tasks =
  'Tasks are an extension that Gatehouse does not offer: held calls have their own way, which every client understands.'

/** Gatehouse as a server. */
export const notOfferedAsServer: Readonly<Record<string, readonly NotOffered[]>> = {
  '2025-11-25': [],
  '2026-07-28': [
    ...[
      'tasks-lifecycle',
      'tasks-capability-negotiation',
      'tasks-wire-fields',
      'tasks-request-state-removal',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-dispatch-and-envelope',
      'tasks-required-task-error',
      'tasks-mrtr-composition',
    ].map((scenario) => ({ scenario, why: tasks })),
    {
      scenario: 'http-custom-header-server-validation',
      why: 'For tools whose schema asks for headers made of arguments. Gatehouse takes that wish out of schemas: arguments do not belong into headers that others log.',
    },
  ],
}

/** Gatehouse as a client. */
export const notOfferedAsClient: readonly NotOffered[] = [
  {
    scenario: 'auth/client-credentials-jwt',
    why: 'An identity of the machine; here a person signs in, or gives a token.',
  },
  {
    scenario: 'auth/client-credentials-basic',
    why: 'An identity of the machine; here a person signs in, or gives a token.',
  },
  {
    scenario: 'auth/enterprise-managed-authorization',
    why: 'Needs an identity provider of a company.',
  },
  { scenario: 'auth/wif-jwt-bearer', why: 'Workload identity, for programs in a cloud.' },
  { scenario: 'auth/dpop', why: 'Keys bound to a token; no key store is joined to that yet.' },
  {
    scenario: 'auth/dpop-nonce',
    why: 'Keys bound to a token; no key store is joined to that yet.',
  },
]

/** Warnings of the suite that stay, in scenarios that pass. */
export const warnings: readonly NotOffered[] = [
  {
    scenario: 'server-stateless',
    why: 'It wants to hear that a list changed at once. A tool that is new is closed until a person has reviewed it, so for clients nothing has changed.',
  },
]
