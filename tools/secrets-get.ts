// Gives a reference to a stored credential, never its value.
import { z } from 'zod'
import { ok } from '../contract/result.ts'
import { defineTool } from '../contract/call/tool.ts'

export const secretsGet = defineTool({
  manifest: {
    id: 'secrets.get',
    name: 'secrets_get',
    title: 'Use credential',
    description:
      'Ask for a stored credential by name. You get a reference, never the value: give it as the credential of a later http call in this session, and Gatehouse puts the value in on the way out, only for the hosts it is stored for.',
    version: '1.0.0',
    category: 'secrets',
    riskTier: 'R3',
    sideEffects: false,
    dataAccess: ['credentials'],
    requires: [],
    defaultPolicy: { effect: 'confirm', scope: 'this credential, for the session' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 10 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'denied',
    actions: [],
    limits: { runTimeMs: 2_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 2_000 },
  },
  requiredPowers: ['secrets.get'],
  input: z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,63}$/, 'the name of a stored credential')
      .describe('Name of a stored credential, such as github-token.'),
  }),

  action: () => null,
  touches: ({ name }) => [{ kind: 'secrets.get', name }],

  async execute({ name }, { power }) {
    const given = power['secrets.get'].refer(name)
    if (!given.ok) return given
    const { reference, hosts, minutes } = given.value
    return ok({
      text: `${reference}\nGive this as the credential of http, within ${minutes} minutes. It is valid for: ${hosts.join(', ')}. Each request with it is decided by itself.`,
      data: { reference, hosts: [...hosts], minutes },
    })
  },
})
