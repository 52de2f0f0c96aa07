// What prints a credential: the model that asked for the line reads it.
import { each, type Dangers } from './danger.ts'

export const CREDENTIALS: Dangers = {
  aws: [
    [
      'account',
      / (secretsmanager (batch-)?get-secret-value|kms decrypt|sts (get-session-token|assume-role[\w-]*|get-federation-token)|ecr get-login[\w-]*|eks get-token|rds generate-db-auth-token|codeartifact (login|get-authorization-token)|configure( (set|import|sso|export-credentials|get))?|sso get-role-credentials) /,
      null,
    ],
    ['account', / ssm get-parameter/, /^--with-d/],
  ],
  gcloud: [
    [
      'account',
      / (secrets versions access|kms decrypt|sql generate-login-token|config-helper) /,
      null,
    ],
  ],
  az: [
    [
      'account',
      / (keyvault (secret|key|certificate) (show|download|backup)|account get-access-token|(storage account|acr|cosmosdb|servicebus \S+|functionapp) (\S+ )*(keys list|credential show|credentials list|list-keys|list-connection-strings|authorization-rule keys list)|webapp deployment list-publishing-\w+|ad sp create-for-rbac|ad app credential \w+) /,
      null,
    ],
  ],
  ...each('kubectl k oc', [
    ['account', / get (\S+ )*(\S+,)*secrets?([,/]\S*)? /, /^(-o|--output|--template|--raw)/],
    ['account', / config view /, /^--(raw|flatten)/],
  ]),
  vault: [
    ['account', / (read|kv get|unwrap|token create|print token|operator \S+|ssh|pki issue) /, null],
  ],
  ...each('op', [['account', / (read|inject|run|item get|document get|get) /, null]]),
  ...each('bw', [['account', / (get|list|unlock|export|serve|encode) /, null]]),
  ...each('lpass gopass pass', [
    ['account', / (show|export|ls|git|grep|otp|cat|edit|generate|insert|rm|mv|cp) /, null],
    // `pass mail/ada` shows it.
    ['account', /^ \S+ $/, null],
  ]),
  'secret-tool': [['account', / (lookup|search|store|clear) /, null]],
  security: [
    [
      'account',
      / (find-\w+-password|dump-keychain|export|add-\w+-password|unlock-keychain|delete-\w+-password|set-keychain-\S+) /,
      null,
    ],
  ],
  'kwallet-query': [['account', null, null]],
  keyring: [['account', / (get|set|del) /, null]],
  keepassxc: [['account', null, null]],
  'keepassxc-cli': [['account', / (show|clip|export|attachment-export|open) /, null]],
  ...each('doppler infisical chamber teller', [
    ['account', / (secrets|export|read|run|exec|env|list|show) /, null],
  ]),
  sops: [
    ['account', null, /^(-d|--decrypt|--extract)/],
    ['account', / (decrypt|edit|exec-env|exec-file|publish) /, null],
  ],
  'ansible-vault': [['account', / (view|decrypt|edit) /, null]],
  ...each('gpg gpg2', [
    [
      'account',
      null,
      /^--(export-secret|export-ssh|generate-key|gen-key|full-gen|quick-gen|delete-secret|delete-key|edit-key|sign-key|lsign|import-own|send-key)/,
    ],
  ]),
  'ssh-add': [['account', null, null]],
  'docker-credential-desktop': [['account', null, null]],
  git: [['account', / credential-\w+ | credential (approve|reject|fill) /, null]],
}
