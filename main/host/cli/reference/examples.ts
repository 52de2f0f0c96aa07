// Examples for the help, by command. A test runs each of them in a home of its own, in this order.

export type Example = {
  readonly line: string
  /** What it does, in a few words. */
  readonly does: string
}

const one = (line: string, does: string): readonly Example[] => [{ line, does }]

export const examples: Readonly<Record<string, readonly Example[]>> = {
  init: [
    { line: 'gatehouse init --dry-run', does: 'show what would be written' },
    { line: 'gatehouse init careful --yes', does: 'begin with a strict preset' },
  ],
  doctor: one('gatehouse doctor', 'check this machine'),
  version: one('gatehouse version --json', 'for a report'),
  'approvals list': one('gatehouse approvals list --all', 'past decisions too'),
  'approvals show': one('gatehouse approvals show apr_0123456789', 'a card in full'),
  'approvals approve': [
    { line: 'gatehouse approvals approve apr_0123456789', does: 'this call, once' },
    {
      line: 'gatehouse approvals approve apr_0123456789 --scope-index 1 --for hour',
      does: 'the first scope of the card, for an hour',
    },
  ],
  'approvals deny': one(
    'gatehouse approvals deny apr_0123456789 --word "Use the test database."',
    'with a note to the agent',
  ),
  'approvals rehearse': one(
    'gatehouse approvals rehearse apr_0123456789',
    'see what it would change',
  ),
  'approvals run-again': one(
    'gatehouse approvals run-again apr_0123456789',
    'on the files that are there now',
  ),
  'leases list': one('gatehouse leases list', 'what lasts, and how often it was used'),
  'leases grant': one(
    "gatehouse leases grant --tool write_file --paths 'src/**' --expires 8h --max-uses 20",
    'before anybody asks',
  ),
  'leases revoke': one('gatehouse leases revoke --all', 'end every lease'),
  'fleet status': one('gatehouse fleet status', 'how far this machine is'),
  'fleet init': [
    { line: 'gatehouse fleet init --print', does: 'everything, for a new database' },
    { line: 'gatehouse fleet init --print --from 1', does: 'what came after version 1' },
  ],
  'fleet add': one(
    `gatehouse fleet add ada-laptop ${'5e'.repeat(32)} Ada`,
    'with the key that its `fleet identity` shows',
  ),
  'fleet revoke': one('gatehouse fleet revoke ada-laptop', 'it was lost'),
  undo: one('gatehouse undo call_0123456789 --preview', 'see what would be put back'),
  'stop-everything': one('gatehouse stop-everything', 'at once, with no question'),
  resume: one('gatehouse resume', 'after you looked'),
  'step-up': one('gatehouse step-up', 'what is set up'),
  'step-up passphrase': one('gatehouse step-up passphrase', 'set or change it'),
  'step-up totp': one('gatehouse step-up totp --remove', 'use no codes any more'),
  'tools list': one('gatehouse tools list --all', 'also what is not available here'),
  'tools describe': one('gatehouse tools describe read_file', 'manifest and arguments'),
  'tools run': [
    {
      line: `gatehouse tools run list_dir --args '{"path": "."}'`,
      does: 'what runs without asking',
    },
    {
      line: `gatehouse tools run math_eval --args '{"expression": "6 * 7"}' --json`,
      does: 'the result as one JSON value',
    },
  ],
  'agents list': one('gatehouse agents list', 'yours, broken ones too'),
  'agents check': one('gatehouse agents check', 'all of them'),
  'agents capabilities': one('gatehouse agents capabilities', 'names for an agent file'),
  'agents run': one('gatehouse agents run notes "Sum up README.md"', 'one task'),
  'agents audit': one('gatehouse agents audit', 'settings of other agents here'),
  'runs list': one('gatehouse runs list -n 5 README', 'those that spoke of it'),
  'runs show': one('gatehouse runs show run_0123456789', 'every call of it'),
  'schedules list': one('gatehouse schedules list', 'with when each is due'),
  'schedules add': one(
    'gatehouse schedules add tidy "Say good morning" --cron "0 8 * * 1-5" --echo',
    'on workdays at eight',
  ),
  'schedules show': one('gatehouse schedules show job_0123456789', 'with its next runs'),
  'schedules pause': one('gatehouse schedules pause job_0123456789', 'until it is resumed'),
  'schedules resume': one('gatehouse schedules resume job_0123456789', 'from now on'),
  'schedules run': one('gatehouse schedules run job_0123456789', 'now'),
  'schedules history': one('gatehouse schedules history', 'what came of runs'),
  'schedules failed': one('gatehouse schedules failed', 'those that need a look'),
  'schedules repeat': one('gatehouse schedules repeat 1', 'a failed run once more'),
  'schedules discard': one('gatehouse schedules discard 1', 'a failed run that is done with'),
  'schedules clear': one('gatehouse schedules clear', 'all that are done with'),
  'schedules remove': one('gatehouse schedules remove job_0123456789', 'for good'),
  connect: one('gatehouse connect claude-code --hooks --dry-run', 'show the change only'),
  disconnect: one('gatehouse disconnect claude-code --dry-run', 'show the change only'),
  'clients list': one('gatehouse clients list', 'with when each was here last'),
  'clients add': [
    { line: 'gatehouse clients add ci', does: 'prints its token once' },
    {
      line: 'gatehouse clients add ci --tools read_file,list_dir --expires 8h --calls 200',
      does: 'for these tools, for a day of work',
    },
  ],
  'clients commands': one(
    'gatehouse clients commands claude-code sandbox',
    'who runs its commands',
  ),
  'clients remove': one('gatehouse clients remove ci', 'its token ends'),
  'servers list': one('gatehouse servers list', 'with state and trust'),
  'secrets list': one('gatehouse secrets list', 'names and hosts, never values'),
  'accounts list': one('gatehouse accounts list', 'where you are signed in'),
  'policy bundle status': one('gatehouse policy bundle status', 'what the organisation holds here'),
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
  'policy preset': one('gatehouse policy preset careful', 'ask more'),
  'config check': one('gatehouse config check', 'each mistake with line and column'),
  'config path': one('gatehouse config path --all', 'where everything is'),
  'config schema': one('gatehouse config schema', 'for your editor'),
  'config diff': one('gatehouse config diff', 'what you changed from the defaults'),
  'audit tail': one('gatehouse audit tail -n 50', 'the newest rows'),
  'audit search': one(
    "gatehouse audit search 'tool:exec decision:deny after:7d'",
    'what was denied',
  ),
  'audit report': one('gatehouse audit report -n 5 after:1d', 'the calls of today, told whole'),
  'audit summary': one('gatehouse audit summary --days 30', 'sums of a month'),
  'audit attention': one('gatehouse audit attention --days 30', 'what would have saved questions'),
  'audit export': one("gatehouse audit export --format csv 'kind:started'", 'for a spreadsheet'),
  'audit receipt': one('gatehouse audit receipt call_0123456789', 'every row, with its hashes'),
  'audit verify': one('gatehouse audit verify', 'nothing was changed or cut off'),
  backup: one('gatehouse backup', 'a copy now'),
  restore: one('gatehouse restore', 'the copies there are'),
  redact: one('gatehouse redact build.log', 'before you share it'),
  completion: one('gatehouse completion bash', 'what bash reads'),
}
