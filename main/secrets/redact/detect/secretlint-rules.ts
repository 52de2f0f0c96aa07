// secretlint, in process, as one of the detectors. Loaded at first use: it is not small.
import { setImmediate } from 'node:timers/promises'
import type { Finding } from '../known-secrets.ts'

type Scan = (text: string) => Promise<Finding[]>

/**
 * Rules that are left out. `filter-comments` lets a text switch detection off with a comment, which
 * no text that comes to us may do. The others are done by our own
 * patterns, which hide the credentials and leave the host, and hide a private key whose end is
 * missing.
 */
const LEFT_OUT = new Set([
  '@secretlint/secretlint-rule-filter-comments',
  '@secretlint/secretlint-rule-basicauth',
  '@secretlint/secretlint-rule-database-connection-string',
  '@secretlint/secretlint-rule-privatekey',
])

/**
 * Names of what it finds, as exceptions name them: written down so that a configuration can be
 * checked without loading it. A test compares.
 */
export const secretlintRules: readonly string[] = [
  '1password',
  'anthropic',
  'aws',
  'cloudflare',
  'databricks',
  'docker',
  'figma',
  'gcp',
  'github',
  'gitlab',
  'grafana',
  'groq',
  'hashicorp-vault',
  'huggingface',
  'linear',
  'notion',
  'npm',
  'openai',
  'sendgrid',
  'shopify',
  'slack',
  'stripe',
  'tailscale',
  'vercel',
]

const nameOf = (id: string): string => id.replace(/^.*secretlint-rule-/, '')

/** The names that its preset has today. */
export async function namesInSecretlint(): Promise<string[]> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend')
  return rules.flatMap(({ meta }) => (LEFT_OUT.has(meta.id) ? [] : [nameOf(meta.id)])).toSorted()
}

export async function loadSecretlint(): Promise<Scan> {
  // One after the other, with a turn for others between them: each takes some 10 ms to load.
  const { lintSource } = await import('@secretlint/core')
  await setImmediate()
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend')
  const config = {
    rules: rules
      .filter(({ meta }) => !LEFT_OUT.has(meta.id))
      .map((rule) => ({ id: rule.meta.id, rule })),
  } as Parameters<typeof lintSource>[0]['options']['config']

  return async (content) => {
    const { messages } = await lintSource({
      source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
      options: { noPhysicFilePath: true, config },
    })
    return messages.map(({ range, ruleId }) => ({
      start: range[0],
      end: range[1],
      name: nameOf(ruleId),
    }))
  }
}
