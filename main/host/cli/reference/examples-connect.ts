// Examples of the commands that connect Gatehouse with others: servers, plugins, accounts, secrets,
// webhooks and a fleet.
import { one } from './example.ts'
import type { Example } from './example.ts'

export const connectExamples: Readonly<Record<string, readonly Example[]>> = {
  'servers list': one('gatehouse servers list', 'with state and trust'),
  'servers search': one(
    'gatehouse servers search --from servers.json issues',
    'in a file of the form of a registry',
  ),
  'servers add': [
    {
      line: 'gatehouse servers add notes --folder notes:write --yes -- node notes-server.js',
      does: 'a program of yours, with one folder',
    },
    {
      line: 'gatehouse servers add tracker --url https://mcp.example.com/mcp --trust community --yes',
      does: 'a server of others',
    },
  ],
  'servers show': one('gatehouse servers show notes', 'what it may access, and did'),
  'servers fetch': one('gatehouse servers fetch notes', 'look up its package, and ask'),
  'servers grant': [
    { line: 'gatehouse servers grant notes', does: 'what it tried and was not granted' },
    { line: 'gatehouse servers grant notes read:/srv/books --yes', does: 'one of these' },
  ],
  'servers review': [
    { line: 'gatehouse servers review notes', does: 'what it offers, and what changed' },
    { line: 'gatehouse servers review notes --accept tool:add_note', does: 'open one tool' },
  ],
  'servers label': one(
    'gatehouse servers label notes add_note --does nothing --sends nowhere',
    'say what a tool does',
  ),
  'servers trust': one('gatehouse servers trust notes verified', 'you know who made it'),
  'servers close': one('gatehouse servers close notes tool:add_note', 'take an acceptance back'),
  'servers start': one('gatehouse servers start notes --yes', 'after it stopped'),
  'servers questions': one('gatehouse servers questions', 'what servers ask you now'),
  'servers answer': one('gatehouse servers answer ask_0123456789 deny', 'nothing is told'),
  'servers import': one(
    'gatehouse servers import --from claude-code --dry-run',
    'see what would come in',
  ),
  'servers export': one('gatehouse servers export --format vscode', 'with references to secrets'),
  'servers remove': one('gatehouse servers remove notes', 'with its review'),
  'plugins list': one('gatehouse plugins list', 'both folders, broken ones too'),
  'plugins new': one('gatehouse plugins new word_count --format node', 'manifest and program'),
  'plugins check': one('gatehouse plugins check', 'each mistake with line and column'),
  'plugins pack': one(
    'gatehouse plugins pack word_count.toml --folder dist',
    'one file for others',
  ),
  'plugins review': [
    { line: 'gatehouse plugins review word_count', does: 'what it may reach, and its manifest' },
    { line: 'gatehouse plugins review word_count --yes', does: 'accept it as it is' },
  ],
  'accounts list': one('gatehouse accounts list', 'where you are signed in'),
  'accounts connect': one(
    'gatehouse accounts connect google --client-id 1234.apps.googleusercontent.com',
    'sign in; you type the secret of the client',
  ),
  'accounts disconnect': one('gatehouse accounts disconnect google', 'its tokens are deleted'),
  'secrets list': one('gatehouse secrets list', 'names and hosts, never values'),
  'secrets set': one(
    'gatehouse secrets set forge-token --host api.forge.example --template "Bearer {}"',
    'you type the value',
  ),
  'secrets unlock': one('gatehouse secrets unlock', 'until Gatehouse quits'),
  'secrets lock': one('gatehouse secrets lock', 'nobody uses a credential'),
  'secrets remove': one('gatehouse secrets remove forge-token', 'for good'),
  'webhooks list': one('gatehouse webhooks list', 'with their addresses'),
  'webhooks add': one('gatehouse webhooks add forge', 'prints its secret once'),
  'webhooks renew': one('gatehouse webhooks renew forge', 'the old secret ends'),
  'webhooks pause': one('gatehouse webhooks pause forge', 'nothing comes in'),
  'webhooks resume': one('gatehouse webhooks resume forge', 'again'),
  'webhooks remove': one('gatehouse webhooks remove forge', 'its events stay'),
  'events list': one('gatehouse events list --limit 5', 'the newest'),
  'events show': one('gatehouse events show 12', 'anyone may have written it'),
  'events process': one('gatehouse events process 12', 'it is dealt with'),
  'events send': one('gatehouse events send desk "Build 7 failed" --type build', 'by hand'),
  'fleet status': one('gatehouse fleet status', 'how far this machine is'),
  'fleet retry': one('gatehouse fleet retry', 'do not wait any longer'),
  'fleet identity': one('gatehouse fleet identity', 'for the administrator'),
  'fleet machines': one('gatehouse fleet machines', 'what each sent last'),
  'fleet search': [
    { line: `gatehouse fleet search 'tool:exec decision:deny after:7d'`, does: 'on all machines' },
    { line: 'gatehouse fleet search -n 50 person:Ada after:24h', does: 'what Ada’s machines did' },
  ],
  'fleet verify': one('gatehouse fleet verify', 'nothing was changed in the database'),
  'fleet init': [
    { line: 'gatehouse fleet init --print', does: 'everything, for a new database' },
    { line: 'gatehouse fleet init --print --from 1', does: 'what came after version 1' },
  ],
  'fleet add': one(
    `gatehouse fleet add ada-laptop ${'5e'.repeat(32)} Ada`,
    'with the key that its `fleet identity` shows',
  ),
  'fleet revoke': one('gatehouse fleet revoke ada-laptop', 'it was lost'),
}
