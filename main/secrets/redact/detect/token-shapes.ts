// Tokens that are recognisable without context: a prefix of their maker, or a form that nothing else
// has. Our own list beside secretlint's. Every pattern is bounded, so that hostile text costs no more
// than its length.
import { hasBoth } from './setting-values.ts'
import type { Shape } from './shape.ts'

function token(name: string, cue: string | readonly string[], rest: string): Shape {
  const cues = typeof cue === 'string' ? [cue] : cue
  const source = `(?<![A-Za-z0-9])(?:${cues.map(literal).join('|')})${rest}`
  return { name, cues, pattern: new RegExp(source, 'gd'), sticky: new RegExp(source, 'y') }
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

const UUID = '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}(?![A-Za-z0-9-])'

/** In the order in which the first of two that find the same gives its name. */
export const TOKENS: readonly Shape[] = [
  token('anthropic-key', 'sk-ant-', '[A-Za-z0-9_-]{16,200}'),
  {
    ...token('openai-key', 'sk-', '(?:proj-|svcacct-|admin-|or-v1-|None-)?[A-Za-z0-9_-]{20,250}'),
    holds: hasLongRun,
  },
  token('groq-key', 'gsk_', '[A-Za-z0-9]{20,100}'),
  token('xai-key', 'xai-', '[A-Za-z0-9]{40,120}'),
  token('perplexity-key', 'pplx-', '[A-Za-z0-9]{32,80}'),
  token('replicate-token', 'r8_', '[A-Za-z0-9]{30,60}'),
  token('nvidia-key', 'nvapi-', '[A-Za-z0-9_-]{40,100}'),
  token('huggingface-token', ['hf_', 'api_org_'], '[A-Za-z0-9]{30,60}'),
  token('google-api-key', 'AIza', '[A-Za-z0-9_-]{35}'),
  token('google-oauth-secret', 'GOCSPX-', '[A-Za-z0-9_-]{20,60}'),
  token('google-oauth-token', 'ya29.', '[A-Za-z0-9_-]{20,400}'),
  token('google-refresh-token', '1//0', '[A-Za-z0-9_-]{30,200}'),
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{30,255}'),
  token('github-token', 'github_pat_', '[A-Za-z0-9_]{22,255}'),
  token(
    'gitlab-token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'glcbt-',
      'glimt-',
      'glagent-',
      'gloas-',
    ],
    '[A-Za-z0-9_.-]{16,120}',
  ),
  token(
    'slack-token',
    [
      'xoxb-',
      'xoxp-',
      'xoxa-',
      'xoxr-',
      'xoxs-',
      'xoxo-',
      'xoxe-',
      'xoxe.xoxp-',
      'xoxe.xoxb-',
      'xoxc-',
      'xoxd-',
    ],
    '[A-Za-z0-9%/+-]{10,250}',
  ),
  token('slack-app-token', 'xapp-', '[0-9]-[A-Za-z0-9-]{10,250}'),
  token(
    'slack-webhook',
    'hooks.slack.com/',
    '(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,200}',
  ),
  token(
    'discord-webhook',
    ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    '[0-9]{15,21}/[A-Za-z0-9_-]{40,100}',
  ),
  token('aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z0-9]{16}(?![A-Za-z0-9])'),
  token('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,250}'),
  token('webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{20,100}'),
  token('sendgrid-key', 'SG.', '[A-Za-z0-9_-]{16,40}\\.[A-Za-z0-9_-]{16,80}'),
  token('npm-token', 'npm_', '[A-Za-z0-9]{36}'),
  token('pypi-token', 'pypi-', 'AgE[A-Za-z0-9_-]{30,400}'),
  token('rubygems-key', 'rubygems_', '[a-f0-9]{48}'),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], '[A-Za-z0-9_-]{20,80}'),
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{40,80}'),
  token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[A-Fa-f0-9]{32}'),
  token('linear-key', 'lin_api_', '[A-Za-z0-9]{30,80}'),
  token('notion-token', ['ntn_'], '[A-Za-z0-9]{40,60}'),
  token('figma-token', ['figd_', 'figu_'], '[A-Za-z0-9_-]{30,80}'),
  token('databricks-token', 'dapi', '[a-f0-9]{32}(?:-[0-9])?'),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[A-Za-z0-9_-]{20,300}'),
  token('grafana-token', ['glc_', 'glsa_'], '[A-Za-z0-9+/=_]{30,400}'),
  token('tailscale-key', 'tskey-', '[a-z]{3,12}-[A-Za-z0-9-]{15,80}'),
  token('sentry-token', ['sntrys_', 'sntryu_'], '[A-Za-z0-9+/=_]{40,400}'),
  token('postman-key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('square-token', ['sq0atp-', 'sq0csp-'], '[A-Za-z0-9_-]{20,60}'),
  token('airtable-token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  token('supabase-token', ['sbp_', 'sb_secret_'], '[A-Za-z0-9_-]{30,80}'),
  token('planetscale-token', ['pscale_tkn_', 'pscale_pw_'], '[A-Za-z0-9_.-]{30,80}'),
  token('age-key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{50,60}'),
  token(
    'wallet-key',
    ['xprv', 'yprv', 'zprv', 'tprv', 'uprv', 'vprv', 'Yprv', 'Zprv'],
    '[A-Za-z0-9]{90,120}',
  ),
  token('mailgun-key', 'key-', '[a-f0-9]{32}(?![A-Za-z0-9])'),
  token('twilio-key', 'SK', '[a-f0-9]{32}(?![A-Za-z0-9])'),
  token('newrelic-key', ['NRAK-', 'NRAL-', 'NRII-', 'NRJS-'], '[A-Za-z0-9_-]{20,60}'),
  token('pulumi-token', 'pul-', '[a-f0-9]{40}(?![A-Za-z0-9])'),
  token(
    'doppler-token',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    '[A-Za-z0-9._-]{30,100}',
  ),
  token('dynatrace-token', 'dt0c01.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  token('mapbox-token', 'sk.eyJ', '[A-Za-z0-9_-]{20,200}\\.[A-Za-z0-9_-]{16,60}'),
  token('contentful-token', 'CFPAT-', '[A-Za-z0-9_-]{40,60}'),
  token('buildkite-token', ['bkua_', 'bkaj_'], '[a-z0-9]{40}'),
  token('circleci-token', 'CCIPAT_', '[A-Za-z0-9_]{40,100}'),
  token('netlify-token', 'nfp_', '[A-Za-z0-9]{36,60}'),
  token('render-token', 'rnd_', '[A-Za-z0-9]{28,60}'),
  token('atlassian-token', ['ATATT3x', 'ATCTT3x', 'ATBB'], '[A-Za-z0-9_=-]{28,250}'),
  token('brevo-key', 'xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  token('resend-key', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}'),
  token('sonar-token', ['sqp_', 'squ_', 'sqa_'], '[a-f0-9]{40}'),
  token('typeform-token', 'tfp_', '[A-Za-z0-9_.-]{40,80}'),
  token('fly-token', ['FlyV1 fm1_', 'FlyV1 fm2_', 'fo1_'], '[A-Za-z0-9+/=_,-]{40,2000}'),
  token('artifactory-key', 'AKCp', '[A-Za-z0-9]{60,80}'),
  token('facebook-token', 'EAA', '[A-Za-z0-9]{90,300}'),
  token('cerebras-key', 'csk-', '[a-z0-9]{40,60}(?![A-Za-z0-9])'),
  { ...token('fireworks-key', 'fw_', '[A-Za-z0-9]{22,26}(?![A-Za-z0-9])'), holds: hasBoth },
  token('langsmith-key', ['lsv2_pt_', 'lsv2_sk_'], '[a-f0-9]{32}_[a-f0-9]{10}'),
  token('langfuse-key', 'sk-lf-', UUID),
  token('tavily-key', ['tvly-dev-', 'tvly-prod-', 'tvly-'], '[A-Za-z0-9]{28,60}(?![A-Za-z0-9])'),
  token(
    'voyage-key',
    'pa-',
    '(?=[A-Za-z0-9_-]{0,42}[0-9])(?=[a-z0-9_-]{0,42}[A-Z])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])',
  ),
  token('pinecone-key', 'pcsk_', '[A-Za-z0-9]{5,8}_[A-Za-z0-9]{40,80}'),
  token(
    'crates-token',
    'cio',
    '(?=[A-Za-z0-9]{0,31}[0-9])(?=[a-z0-9]{0,31}[A-Z])[A-Za-z0-9]{32}(?![A-Za-z0-9])',
  ),
  token('nuget-key', 'oy2', '(?=[a-z0-9]{0,42}[0-9])[a-z0-9]{43}(?![A-Za-z0-9])'),
  token('neon-key', 'napi_', '[a-z0-9]{60,70}(?![A-Za-z0-9])'),
  token('honeycomb-key', ['hcaik_', 'hcaic_', 'hcamk_', 'hcxik_'], '[a-z0-9]{50,70}'),
  { ...token('square-token', 'EAAA', '[A-Za-z0-9_-]{56,64}(?![A-Za-z0-9_-])'), holds: hasBoth },
  token('plaid-token', ['access-production-', 'access-sandbox-', 'access-development-'], UUID),
  token('bedrock-key', 'ABSK', '[A-Za-z0-9+/]{100,200}={0,2}'),
  token('one-password-token', 'ops_eyJ', '[A-Za-z0-9_-]{100,2000}'),
  token('e2b-key', ['e2b_', 'sk_e2b_'], '[a-f0-9]{40}(?![A-Za-z0-9])'),
  token('browserbase-key', ['bb_live_', 'bb_test_'], '[A-Za-z0-9_-]{24,40}'),
  token('elevenlabs-key', 'sk_', '[a-f0-9]{48}(?![A-Za-z0-9])'),
  token('firecrawl-key', 'fc-', '[a-f0-9]{32}(?![A-Za-z0-9])'),
  token('posthog-key', ['phx_', 'phs_'], '[A-Za-z0-9]{40,60}'),
  token('launchdarkly-key', ['sdk-', 'mob-'], UUID),
  token('artifactory-token', 'cmVmdGtu', '[A-Za-z0-9]{50,64}(?![A-Za-z0-9])'),
  token('zapier-webhook', 'hooks.zapier.com/', 'hooks/catch/[0-9]{4,12}/[a-z0-9]{5,20}'),
  {
    name: 'terraform-token',
    cues: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}/dg,
  },
  {
    name: 'azure-client-secret',
    cues: ['Q~'],
    pattern:
      /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/dg,
  },
  {
    name: 'mailchimp-key',
    cues: ['-us'],
    pattern: /(?<![A-Za-z0-9])[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])/dg,
  },
  token('jwt', 'eyJ', '[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,2000}'),
  {
    name: 'telegram-token',
    cues: [':AA'],
    pattern:
      /(?<![A-Za-z0-9]|[A-Za-z0-9]bot)(?:bot)?([0-9]{8,10}:AA[A-Za-z0-9_-]{32,36})(?![A-Za-z0-9_-])/dg,
  },
  {
    name: 'discord-token',
    cues: ['.'],
    run: 59,
    pattern:
      /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/dg,
    holds: hasBoth,
  },
  {
    name: 'azure-key',
    cues: ['AccountKey=', 'SharedAccessKey='],
    pattern: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={0,2})/dg,
  },
  { name: 'azure-signature', cues: ['sig='], pattern: /[?&]sig=([A-Za-z0-9%+/_-]{30,120})/dg },
]

/** A key in words with hyphens between them is a name of something. */
function hasLongRun(secret: string): boolean {
  return (secret.match(/[A-Za-z0-9]{16,}/g) ?? []).some(hasBoth)
}
