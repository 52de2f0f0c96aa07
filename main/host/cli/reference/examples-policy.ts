// Examples for the help of the commands about rules, bundles and the configuration.
import { one } from './example.ts'
import type { Example } from './example.ts'

export const policyExamples: Readonly<Record<string, readonly Example[]>> = {
  'policy bundle status': one('gatehouse policy bundle status', 'what the organisation holds here'),
  'policy bundle fetch': one('gatehouse policy bundle fetch', 'do not wait for the next look'),
  'policy bundle accept': one('gatehouse policy bundle accept', 'after you read what it loosens'),
  'policy bundle agent': one('gatehouse policy bundle agent notes', 'to save as notes.yaml'),
  'policy bundle keygen': one('gatehouse policy bundle keygen ~/keys/policy.pem', 'once'),
  'policy bundle build': one('gatehouse policy bundle build organisation.yaml', 'not signed yet'),
  'policy bundle sign': one(
    'gatehouse policy bundle sign policy-bundle.json --key ~/keys/policy.pem',
    'as often as there are signers',
  ),
  'policy bundle verify': one(
    'gatehouse policy bundle verify policy-bundle.json',
    'with the keys of the configuration',
  ),
  'policy explain': [
    {
      line: `gatehouse policy explain --tool write_file --args '{"path": "a.txt", "content": ""}'`,
      does: 'what would be decided',
    },
    { line: "gatehouse policy explain --command 'git push --force'", does: 'of a command line' },
    {
      line: 'gatehouse policy explain --mount notes --json',
      does: 'may this path be read, written?',
    },
  ],
  'policy check': one('gatehouse policy check', 'mistakes, and what is probably one'),
  'policy hash': one('gatehouse policy hash', 'the same for the same decisions'),
  'policy simulate': one(
    'gatehouse policy simulate --rules strict.yaml',
    'what of the last 1000 would be decided otherwise',
  ),
  'policy test': one('gatehouse policy test cases.yaml', 'calls, and what you expect'),
  'policy preset': one('gatehouse policy preset careful', 'ask more'),
  'config check': one('gatehouse config check', 'each mistake with line and column'),
  'config path': one('gatehouse config path --all', 'where everything is'),
  'config schema': one('gatehouse config schema', 'for your editor'),
  'config diff': one('gatehouse config diff', 'what you changed from the defaults'),
  'config import': one('gatehouse config import config.toml --dry-run', 'see what would come in'),
  'runner build': one('gatehouse runner build', 'after an update'),
}
