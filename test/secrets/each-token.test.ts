// Every form of a token that is known by its own look has an example that is found by its name.
import { expect, it } from 'vitest'
import { findShapes, shapeRules } from '../../main/secrets/redact/detect/patterns.ts'
import { secrets } from './fixtures/corpus.ts'
import { spans } from './fixtures/corpus-spans.ts'
import { formSpans } from './fixtures/form-spans.ts'
import { heldOutSecrets } from './fixtures/held-out.ts'
import { maker } from './fixtures/make.ts'
import { writtenSpans } from './fixtures/written-spans.ts'

const { from, alnum, b64, digits, hex, upper } = maker(20_261_128)
const lower = (length: number): string => from('abcdefghijklmnopqrstuvwxyz0123456789', length)

/** Those that no other list has. */
const examples: Readonly<Record<string, string>> = {
  'dynatrace-token': `dt0c01.${upper(24)}.${upper(64)}`,
  'mapbox-token': `sk.eyJ${alnum(60)}.${alnum(22)}`,
  'contentful-token': `CFPAT-${alnum(43)}`,
  'buildkite-token': `bkua_${lower(40)}`,
  'circleci-token': `CCIPAT_${alnum(50)}`,
  'netlify-token': `nfp_${alnum(40)}`,
  'render-token': `rnd_${alnum(32)}`,
  'brevo-key': `xkeysib-${hex(64)}-${alnum(16)}`,
  'resend-key': `re_${alnum(8)}_${alnum(24)}`,
  'sonar-token': `sqp_${hex(40)}`,
  'typeform-token': `tfp_${alnum(44)}`,
  'fly-token': `FlyV1 fm2_${b64(120)}`,
  'artifactory-key': `AKCp${alnum(69)}`,
  'facebook-token': `EAA${alnum(180)}`,
  'zapier-webhook': `hooks.zapier.com/hooks/catch/${digits(7)}/${lower(7)}`,
  'terraform-token': `${alnum(14)}.atlasv1.${alnum(67)}`,
  'mailchimp-key': `${hex(32)}-us14`,
  'azure-signature': `https://x.blob.core.windows.net/c/f?sv=2024-11-04&sig=${b64(32).replace('=', '%3D')}`,
}
const namesIn = (text: string): readonly string[] => findShapes(text).map(({ name }) => name)

it.each(Object.entries(examples))('finds %s', (name, example) => {
  expect(namesIn(`the value is ${example} here`)).toContain(name)
})

it('has an example of each', () => {
  const texts = [
    ...[...secrets, ...heldOutSecrets].map(([, secret, text]) => text.replace('§', () => secret)),
    ...[...spans, ...formSpans, ...writtenSpans].map(([, text]) => text),
  ]
  const found = new Set([...texts.flatMap(namesIn), ...Object.keys(examples)])
  expect(
    shapeRules.filter((name) => !found.has(name)),
    'add one to `examples`',
  ).toEqual([])
})
