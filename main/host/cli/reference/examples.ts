// Examples for the help, by command: every command has one. A test runs each of them in a home of its
// own, in this order.
import { one } from './example.ts'
import type { Example } from './example.ts'
import { connectExamples } from './examples-connect.ts'
import { policyExamples } from './examples-policy.ts'

export const examples: Readonly<Record<string, readonly Example[]>> = {
  init: [
    { line: 'gatehouse init --dry-run', does: 'show what would be written' },
    { line: 'gatehouse init careful --yes', does: 'begin with a strict preset' },
  ],
  serve: one('gatehouse serve --no-open', 'the address is printed'),
  open: [
    { line: 'gatehouse open', does: 'a link for one use' },
    { line: 'gatehouse open --revoke', does: 'close every window in a browser' },
  ],
  doctor: one('gatehouse doctor', 'check this machine'),
  version: one('gatehouse version --json', 'for a report'),
  watch: one('gatehouse watch', 'over ssh, such as on a server'),
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
  'agents enable': one('gatehouse agents enable weekly_report', 'after reading its text'),
  'agents disable': one('gatehouse agents disable weekly_report', 'it may do nothing then'),
  'agents run': one('gatehouse agents run notes "Sum up README.md"', 'one task'),
  'agents audit': one('gatehouse agents audit', 'settings of other agents here'),
  'runs list': one('gatehouse runs list -n 5 README', 'those that spoke of it'),
  'runs show': one('gatehouse runs show run_0123456789', 'every call of it'),
  'runs capture': one('gatehouse runs capture run_0123456789', 'a file without secrets'),
  'runs replay': one('gatehouse runs replay a.json', 'its model is not asked'),
  'runs diff': one('gatehouse runs diff a.json b.json', 'what differs first'),
  'schedules list': one('gatehouse schedules list', 'with when each is due'),
  'schedules add': one(
    'gatehouse schedules add tidy "Say good morning" --cron "0 8 * * 1-5" --echo',
    'on workdays at eight',
  ),
  'schedules show': one('gatehouse schedules show job_0123456789', 'with its next runs'),
  'schedules preflight': one(
    'gatehouse schedules preflight job_0123456789',
    'what would ask, at night',
  ),
  'schedules give': one(
    `gatehouse schedules give job_0123456789 --tool write_file --args '{"path": "log.txt", "content": ""}' --max-uses 30 --expires 30d`,
    'an approval beforehand, within limits',
  ),
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
  ...policyExamples,
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
  'audit key': one('gatehouse audit key', 'for those who check your receipts'),
  'audit verifier': one('gatehouse audit verifier', 'one file, for anyone'),
  backup: one('gatehouse backup', 'a copy now'),
  restore: one('gatehouse restore', 'the copies there are'),
  redact: one('gatehouse redact build.log', 'before you share it'),
  mcp: one('gatehouse mcp --client editor', 'the line for the settings of a client'),
  hook: one('gatehouse hook claude-code', 'the line that connect writes'),
  exec: one('gatehouse exec --call TOKEN', 'the line that a hook hands back'),
  ...connectExamples,
  completion: one('gatehouse completion bash', 'what bash reads'),
}
