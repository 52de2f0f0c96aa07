// What is done with an account: signing in and out, and putting something where everybody sees it.
import { each, type Danger, type Dangers } from './danger.ts'

/** In and out of an account; what is signed in once works for every program of this person. */
const signs: Danger = [
  'account',
  /(?<! run| run-script) ((auth |registry |account )?(login|logout|signin|signout|adduser|sign-in|sign-out)|auth[ :](login|logout|refresh|setup-git|token|switch|init|revoke|activate-service-account|configure-docker|print-[\w-]+|application-default)|(?:[\w-]+:)?login) /,
  null,
]
export const SIGN_INS: Dangers = {
  ...each(
    'npm pnpm yarn bun cargo gem docker podman nerdctl buildah helm skopeo oras terraform tofu pulumi vercel netlify fly flyctl heroku wrangler firebase railway render',
    [signs],
  ),
  ...each(
    'supabase az gcloud aws gh glab hub tea doctl oci oc flux argocd vault tsh rancher expo eas sentry-cli stripe hf huggingface-cli kaggle op bw lpass gopass snyk ibmcloud poetry hatch conda pod',
    [signs],
  ),
}

const deploys: Danger = [
  'account',
  / (deploy|up|publish|release|promote|push|launch|submit|deploys create|versions upload|secret put|env (add|rm|pull)) /,
  null,
]

export const DEPLOYS: Dangers = {
  ...each(
    'fly flyctl netlify railway render wrangler firebase amplify sls serverless sst eb copilot cf expo eas',
    [deploys],
  ),

  ...each('vercel surge now', [
    deploys,
    ['account', /^ +(\.\S* )?$/, null],
    ['account', null, /^--prod(=|$)/],
  ]),
  ...each('cap fab kamal dokku caprover mina', [
    ['account', / (deploy|setup|rollback|redeploy)(:\S+)? /, null],
    ['destructive', / ((app|proxy|accessory) )?remove /, null],
  ]),
  // In the person's name, to whom its words say.
  ...each('mail mailx mutt neomutt msmtp sendmail swaks', [['account', / \S/, null]]),
  // A repository is let run code in the person's own terminal.
  direnv: [
    ['account', / (allow|permit|grant) /, null],
    ['opaque', / exec /, null],
  ],
  mise: [['account', / trust /, null]],
  rebar3: [['account', / hex (publish|retire|user|owner) /, null]],
  ...each('python python3', [['account', / \S*setup\.py (\S+ )*(upload|register) /, null]]),
}
