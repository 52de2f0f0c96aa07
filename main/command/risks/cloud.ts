// Command lines of clouds, clusters and hosts: what removes, replaces or runs something there.
import { each, type Danger, type Dangers } from './danger.ts'

/** Verbs that take something away, stop it, or put something else in its place. */
const REMOVING =
  'rm rb remove delete del destroy purge prune terminate drop wipe reset revoke nuke uninstall undeploy deprovision ' +
  'empty scale-down decommission detach disable down stop reboot restart shutdown rollback revert truncate flush ' +
  'evict deallocate rebuild hide-file bulk-delete'
/** Such verbs before a dash and what they are done to: `delete-bucket`. */
const REMOVING_ONE =
  'delete terminate deregister purge remove revoke disable detach stop reset cancel release unassign batch-delete ' +
  'batch-write change modify put update replace restore reboot restart reimage deallocate drop destroy rotate ' +
  'rollback failover swap transact-write admin-delete admin-disable bulk-delete close schedule set'
/** Names of requests: `TerminateInstances`. */
const REMOVING_REQUEST =
  'Delete Remove Terminate Release Stop Reboot Reset Modify Replace Detach Revoke Destroy Drop Purge Disable'
/** Behind what they are done to: `pg:reset`. */
const REMOVING_OF =
  'delete destroy remove drop reset purge rm unset stop kill restart rollback down clear pull restore promote ' +
  'unlink disable'
const oneOf = (words: string): string => `(?:${words.replaceAll(' ', '|')})`
const REMOVES = new RegExp(
  ` (?:${[
    oneOf(REMOVING),
    `${oneOf(REMOVING_ONE)}-[\\w-]+`,
    `${oneOf(REMOVING_REQUEST)}[A-Z]\\w*`,
    `[\\w-]*[:.]${oneOf(REMOVING_OF)}`,
  ].join('|')})(?=[ :])`,
)
/** Verbs that run something there, or open a way to it. */
const RUNNING =
  'ssh exec run run-command ssm send-command start-session execute-command invoke console shell tunnel cp rsh debug ' +
  'attach port-forward proxy run-ssh remote'
const RUNNING_OF = 'exec run ssh bash console copy shell psql cli attach'
const RUNS = new RegExp(` (?:[\\w-]+:${oneOf(RUNNING_OF)}|${oneOf(RUNNING)}) `)
const network: Danger = ['network', null, null]
/** What a program that is up already is given, by which it behaves otherwise at once. */
const sets: Danger = [
  'destructive',
  / ((secrets?|config|env|vars?|variables?)[: ](set|import|unset|put|push|add|edit)|maintenance:(on|off)) /,
  null,
]
/** Whose project, cluster and rights every later command acts in. */
const enters: Danger = [
  'account',
  / (get-credentials|update-kubeconfig|kubeconfig (save|merge)|config (use-context|set-context|set-cluster|set-credentials|rename-context)) /,
  null,
]
const usual: readonly Danger[] = [
  network,
  ['destructive', REMOVES, null],
  [
    'destructive',
    null,
    /^--(delete|purge|prune|force|destroy|remove-all|cascade|force-delete|skip-final-snapshot|rm)(=|$)/,
  ],
  // Everything below, where it is not only listed.
  ['destructive', /^(?!.* s3 ls )/, /^--recursive(=|$)/],
  ['opaque', RUNS, null],
  enters,
]

export const CLOUD: Dangers = {
  ...each(
    'bq doctl linode-cli hcloud scw oci ibmcloud aliyun tccli yc exo vultr-cli civo upctl openstack nova',
    usual,
  ),
  ...each(
    'fly flyctl heroku vercel netlify railway render wrangler firebase amplify sls serverless sst eb copilot cf surge now',
    [...usual, sets],
  ),
  velero: [...usual, ['destructive', / restore create /, null]],
  nomad: [...usual, ['destructive', / system (gc|reconcile) /, null]],
  aws: [
    ...usual,
    ['destructive', / s3 mv /, null],
    // Signed requests go to another service, and machines are paid for.
    ['opaque', null, /^--endpoint-url/],
    ['destructive', / (run-instances|request-spot-\S+|(create|start)-[\w-]+) /, null],
  ],
  supabase: [...usual, ['destructive', / db (push|reset) /, null]],
  gsutil: [
    ...usual,
    ['destructive', / rsync /, /^-[a-zA-Z]*d/],
    ['destructive', / (mv|iam ch|iam set|acl ch|acl set|defacl \S+|setmeta|lifecycle set) /, null],
  ],
  ...each('gcloud az', [
    ...usual,
    ['destructive', / (deploy|deployment (\S+ )?create|call) /, null],
    // Whose project and account every later command acts in.
    ['account', / (config (set|unset)|config configurations activate|account set) /, null],
    [
      'destructive',
      / (firewall-rules|networks?|instances|clusters|nsg( rule)?) (create|insert) /,
      null,
    ],
  ]),
  ...each(
    'eksctl gke-gcloud-auth-plugin kops kind minikube k3d k3s rancher argocd flux istioctl linkerd cilium consul vault boundary waypoint teleport tsh',
    usual,
  ),
  ...each('kubectl k oc kubectl.exe microk8s', [
    network,
    enters,
    // A file of its kind names programs that sign in.
    ['opaque', null, /^--(kubeconfig|server|token|as|insecure-skip-tls-verify)(=|$)/],
    [
      'destructive',
      / (delete|drain|replace|cordon|taint|rollout|scale|patch|apply|create|edit|annotate|label|set|uncordon|autoscale|prune|evict) /,
      null,
    ],
    ['destructive', / (certificate|expose|auth reconcile|config (delete|unset|set)\S*) /, null],
    [
      'opaque',
      / (exec|run|cp|debug|attach|port-forward|proxy|plugin|kustomize|apply|create|replace|edit) /,
      null,
    ],
  ]),
  ...each('helm helmfile', [
    network,
    ['destructive', / (uninstall|delete|del|un|rollback|destroy|upgrade|sync|apply) /, null],
    ['opaque', / (install|upgrade|template|plugin|sync|apply|test) /, null],
  ]),
  ...each('terraform tofu terragrunt pulumi cdk cdktf sam crossplane packer', [
    network,
    [
      'destructive',
      / (destroy|apply|up|deploy|delete|down|taint|untaint|import|refresh|force-unlock|rollback|cancel|bootstrap|rm|remove|(state|stack|workspace) (rm|mv|push|replace-provider|delete|import)) /,
      null,
    ],
    ['destructive', null, /^-+(destroy|auto-approve|replace|yes|force)/],
    [
      'opaque',
      / (plan|apply|destroy|init|console|import|refresh|validate|test|up|preview|synth|deploy|build|run-all|local) /,
      null,
    ],
  ]),
  ...each('gh glab hub tea', [
    network,
    [
      'destructive',
      / (delete-[\w-]+|delete|remove|archive|rename|transfer|close|merge|revoke|lock|disable|cancel|unset) /,
      null,
    ],
    ['destructive', / api /, /^(-X.*|--method.*|-f.*|-F.*|--field.*|--raw-field.*|--input.*)$/],
    [
      'opaque',
      / (extension|extensions|ext|alias|codespace|cs|run(?! (view|list|ls|watch) )|workflow(?! (view|list|ls) )|attestation|ssh) /,
      null,
    ],
    [
      'destructive',
      / (secret|variable|auth) (set|delete|remove|logout|refresh|setup-git|token) /,
      null,
    ],
  ]),
  ...each(
    'rclone restic borg duplicity duplicati rdiff-backup kopia s3cmd s4cmd s5cmd mc b2 azcopy',
    [
      network,
      [
        'destructive',
        / (delete[\w-]*|purge|sync|move|moveto|rmdir|rmdirs|cleanup|dedupe|rm|rb|del|forget|prune|bisync|mirror|remove|expire|unlock|compact|recreate|settier|break-lock|hide-file|restore) /,
        null,
      ],
      ['destructive', REMOVES, null],
      ['destructive', null, /^--(delete|remove|force|prune|purge)/],
      ['opaque', / (rc|rcd|serve|mount|key|rebuild-index|shell) /, null],
    ],
  ),
  ...each('sentry-cli datadog-ci newrelic auth0 okta-aws-cli snyk', [
    network,
    ['destructive', REMOVES, null],
  ]),
  // Money and messages.
  ...each('stripe twilio', [
    network,
    ['destructive', REMOVES, null],
    ['account', /[ :](create|confirm|capture|pay|finalize|send)(-\w+)? /, null],
  ]),
  ...each(
    'tailscale cloudflared ngrok bore localtunnel lt frpc zrok wg wg-quick openvpn ssh-copy-id',
    [network, ['opaque', null, null]],
  ),
}
