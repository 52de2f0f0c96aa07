// GitHub, or a GitHub Enterprise server, by its REST API. By hand: the official client is large, and
// brings a fetch, retries and paging of its own, where every request here has to be known before.
import { fieldsOf } from '../contract/approval/call-facts.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { githubActions, githubInput, type GithubInput } from './service/github/input.ts'
import { githubRequests } from './service/github/requests.ts'
import { githubText } from './service/github/text.ts'
import { serviceTool } from './service/service-tool.ts'
import { githubService } from './service/services.ts'

const verbs: { readonly [A in GithubInput['action']]: string } = {
  list_issues: 'List the issues of',
  get_issue: 'Read an issue of',
  list_prs: 'List the pull requests of',
  get_pr: 'Read a pull request of',
  get_pr_files: 'Read the changes of a pull request of',
  get_file_content: 'Read a file of',
  get_workflow_runs: 'List the workflow runs of',
  notifications: 'Read the notifications of',
  create_issue: 'File an issue in',
  close_issue: 'Close an issue of',
  reopen_issue: 'Reopen an issue of',
  comment_issue: 'Comment on an issue of',
  create_pr_review: 'Review a pull request of',
  close_pr: 'Close a pull request of',
  merge_pr: 'Merge a pull request of',
  trigger_workflow: 'Start a workflow of',
}

export function github(services: Services) {
  const service = githubService(services)
  return serviceTool({
    manifest: {
      id: 'github.use',
      name: 'github',
      title: 'GitHub',
      description:
        'Work with issues, pull requests, files, workflows and notifications on GitHub. Lists come in pages: the answer names the next one.',
      category: 'comms',
      dataAccess: ['network', 'credentials'],
      defaultPolicy: { effect: 'confirm', scope: 'reading is allowed; each change is confirmed' },
      redaction: { args: [], result: [] },
      perMinute: 60,
      chars: 30_000,
    },
    requires: [service],
    actions: githubActions,
    input: githubInput,
    plan: (given) => githubRequests(service, given),
    run: githubText,
    facts({ action, owner, repo, title = '', body = '', labels = [], ...rest }) {
      const repository = owner === undefined ? 'your account' : `${owner}/${repo}`
      return {
        kind: 'repository',
        verb: verbs[action],
        target: rest.number === undefined ? repository : `${repository} #${rest.number}`,
        repository,
        labels,
        title,
        body,
        details: fieldsOf(rest, {
          event: 'Review',
          merge_method: 'Merge method',
          sha: 'Only if the head is',
          workflow_id: 'Workflow',
          ref: 'Branch or tag',
          inputs: 'Inputs',
          path: 'File',
          state: 'State',
        }),
      }
    },
  })
}
